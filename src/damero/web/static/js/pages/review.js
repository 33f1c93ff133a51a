/** The review of a finished game: a graph to click on, mistakes to learn from, and what each side could know. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { game as gameOf, get, me } from "../net/api.js";
import { ReplayPages } from "../net/replay_pages.js";
import { followReview } from "../net/review_feed.js";
import { withInformativeMarks } from "../state/marks.js";
import { mistakesOf, progress, runningGraph } from "../state/review.js";
import { settings } from "../state/settings_store.js";
import { hintShapes } from "../state/shapes.js";
import { isFlippedFor, NO_HINTS } from "../state/plain_board.js";
import { capturedSquares } from "../state/view_model.js";
import { announce } from "../ui/announce.js";
import { button, el, link } from "../ui/element.js";
import { errorText } from "../ui/error_text.js";
import { EvaluationGraph } from "../ui/evaluation_graph.js";
import { selectField } from "../ui/fields.js";
import { MistakeTrainer } from "../ui/mistake_trainer.js";
import { MoveList } from "../ui/move_list.js";
import { originText, playerName, seatName } from "../ui/names.js";
import { oddsOverlay } from "../ui/odds_overlay.js";
import { practiceLink } from "../ui/practice_link.js";
import { accuracyTable, luckList, mistakeList, momentList, moveTexts, namesOf } from "../ui/review_summary.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */
/** @typedef {import("../wire.js").Review} Review */
/** @typedef {import("../wire.js").JudgementFrame} JudgementFrame */

class ReviewPage {
  /** @type {Review | null} */
  #review = null;
  /** @type {JudgementFrame[]} */
  #judged = [];
  /** @type {Map<string, Promise<import("../wire.js").SecretOdds>>} */
  #odds = new Map();
  /** @type {MistakeTrainer | null} */
  #trainer = null;
  #stop = () => {};
  #status = el("p", { class: "status", role: "status" });
  #bar = /** @type {HTMLProgressElement} */ (el("progress", { max: 100, "aria-label": t("reviewing.progress") }));
  #move = el("section", { class: "card review-move", "aria-live": "polite", "aria-label": t("reviewing.move") });
  #summary = el("div", { class: "review-summary" });
  #learn = el("div", { class: "row" });
  #analyse = /** @type {HTMLAnchorElement} */ (link("", t("analysis.analyse"), { class: "button" }));

  /** @param {Game} game @param {Snapshot} snapshot @param {number | null} ply */
  constructor(game, snapshot, ply) {
    this.game = game;
    this.snapshot = snapshot;
    this.total = snapshot.record.length;
    this.moveName = namesOf(game, snapshot.record);
    this.ply = ply ?? this.total;
    this.perspective = game.chance ? "spectator" : "truth";
    this.pages = new ReplayPages(snapshot.match.id, this.perspective);
    this.board = new Board(game, settings(), null, t("board.label", { game: game.title }));
    this.board.allowShapes();
    this.overlay = oddsOverlay(game);
    this.graph = new EvaluationGraph((to) => this.goTo(to), t("reviewing.graph"));
    this.moves = new MoveList(game, (to) => this.goTo(to ?? this.total));
    this.layout = this.#arrange();
    this.element = el("div", { class: "match replay review" }, this.#title(), this.layout);
    addEventListener("keydown", this.#onKeyDown);
  }

  async open() {
    await this.board.ready();
    await this.goTo(this.ply);
    this.start();
    return this.element;
  }

  /** Follows the review, which begins if there is none yet, and goes on when somebody leaves the page. */
  async start() {
    this.#bar.hidden = false;
    const feed = followReview(this.snapshot.match.id, (judged) => this.#note(judged));
    this.#stop = feed.stop;
    this.#say(t("reviewing.waiting"));
    try {
      await feed.done;
      this.#show(await get(`/api/matches/${this.snapshot.match.id}/review`));
      announce(t("reviewing.ready"));
    } catch (error) {
      this.#say(errorText(error), "warn");
      this.#learn.replaceChildren(button(t("reviewing.retry"), () => this.start(), { class: "primary" }));
    }
  }

  /** @param {JudgementFrame} judged */
  #note(judged) {
    this.#judged.push(judged);
    this.#bar.value = progress(judged);
    this.#status.ariaLive = "off"; // The progress of every move is too much to listen to.
    this.#say(t("reviewing.running", { ply: judged.ply, plies: judged.plies }));
    this.graph.show(runningGraph(this.#judged, { hidden: this.game.hidden }), judged.plies);
    this.graph.goTo(this.ply);
  }

  /** @param {Review} review */
  #show(review) {
    this.#review = review;
    this.#status.ariaLive = "polite";
    this.#bar.hidden = true;
    const shown = review.moves.map(({ ply, chances: share, mark }) => ({ ply, share, mark }));
    this.graph.show(shown, review.plies);
    const goTo = (/** @type {number} */ ply) => this.goTo(ply);
    const lists = [momentList, mistakeList, luckList].map((list) => list(this.game, review, goTo, this.moveName));
    const table = el("section", { class: "card" }, accuracyTable(review, (seat) => this.#nameOf(seat)));
    this.#summary.replaceChildren(table, ...lists.flatMap((list) => list || []));
    this.#offerLearning(review);
    this.goTo(this.ply);
  }

  /** @param {Review} review */
  #offerLearning(review) {
    const own = this.snapshot.viewer.seats;
    const groups = own.length === 1 ? [own] : this.game.seats.map((seat) => [seat]);
    const buttons = groups.flatMap((seats) => {
      const plies = mistakesOf(review, seats).map(({ ply }) => ply);
      if (plies.length === 0) return [];
      const text = own.length === 1
        ? t("reviewing.learn", { count: plies.length })
        : t("reviewing.learnOf", { player: seatName(seats[0]), count: plies.length });
      return [button(text, () => this.#train(plies), { class: "primary" })];
    });
    this.#learn.replaceChildren(...(buttons.length > 0 ? buttons : [t("reviewing.clean")]));
  }

  /** @param {number[]} plies */
  async #train(plies) {
    this.#trainer?.destroy();
    const trainer = new MistakeTrainer(this.game, this.snapshot.match.id, plies, () => {
      trainer.destroy();
      this.#trainer = null;
      trainer.element.replaceWith(this.layout);
      this.#learn.querySelector("button")?.focus({ preventScroll: true });
      this.goTo(this.ply);
    });
    this.#trainer = trainer;
    this.layout.replaceWith(trainer.element);
    await trainer.open(0);
    trainer.focus();
  }

  /** @param {number} ply */
  async goTo(ply) {
    const before = this.ply;
    this.ply = Math.max(0, Math.min(this.total, ply));
    history.replaceState(null, "", `#${this.ply}`);
    this.#analyse.href = `/analysis/match/${this.snapshot.match.id}#${this.ply}`;
    const { pages, ply: at } = this;
    await pages.load(at).catch(() => {});
    if (pages === this.pages && at === this.ply) this.#draw(before);
  }

  /** @param {number} before */
  #draw(before) {
    const { ply, game, perspective } = this;
    const latest = this.snapshot.record[ply - 1];
    const standing = this.pages.at(ply)?.pieces ?? [];
    this.board.show({
      pieces: perspective === "truth" ? standing : withInformativeMarks(game, standing),
      hints: { ...NO_HINTS, latest: latest?.squares ?? [], captured: latest ? capturedSquares(latest) : [] },
      flipped: isFlippedFor(game, perspective),
      path: [],
      animated: ply === before + 1,
    });
    this.moves.show(this.snapshot.record, ply, this.#review?.moves.map(({ mark }) => mark));
    this.graph.goTo(ply);
    this.#showMove(ply);
    this.board.shapes.suggest(hintShapes(this.#review?.moves[ply - 1]?.better ?? []));
    this.#showOdds(ply);
  }

  /** @param {number} ply */
  #showMove(ply) {
    const move = this.#review?.moves[ply - 1];
    if (this.#review) this.#say(t("replay.ply", { ply, total: this.total }));
    this.#move.hidden = !move;
    if (!move) return;
    const practice = this.game.hidden ? null : this.pages.at(ply - 1)?.text;
    this.#move.replaceChildren(
      el("h2", {}, `${this.moveName(move)} · ${this.#nameOf(move.seat)}`),
      ...moveTexts(this.game, move).map((text) => el("p", {}, text)),
      ...(practice ? [practiceLink(this.game.id, practice, move.seat, t("reviewing.tryAgain"))] : []),
    );
  }

  /** What the seat could know of the hidden pieces. @param {number} ply */
  async #showOdds(ply) {
    const seat = this.perspective;
    if (!this.game.hidden || seat === "truth") return this.overlay.show([], this.board.layout);
    const path = `/api/matches/${this.snapshot.match.id}/odds?seat=${seat}&ply=${ply}`;
    const asked = this.#odds.get(path) ?? get(path);
    this.#odds.set(path, asked);
    const told = await asked.catch(() => this.#odds.delete(path) && null);
    if (told && ply === this.ply && seat === this.perspective) this.overlay.show(told.odds, this.board.layout);
  }

  /** @param {string} perspective */
  #setPerspective(perspective) {
    this.perspective = perspective;
    this.pages = new ReplayPages(this.snapshot.match.id, perspective);
    return this.goTo(this.ply);
  }

  /** @param {string} seat */
  #nameOf(seat) {
    const player = this.snapshot.state.seats.find((place) => place.seat === seat)?.player ?? null;
    return this.snapshot.viewer.seats.length > 1 ? seatName(seat) : `${playerName(player)} (${seatName(seat)})`;
  }

  /** @param {string} text @param {string} [tone] */
  #say(text, tone = "") {
    this.#status.textContent = text;
    this.#status.dataset.tone = tone;
  }

  #title() {
    const [first, second] = this.snapshot.state.seats.map((seat) => playerName(seat.player));
    return el("h1", { class: "replay-title" }, t("reviewing.title", { game: this.game.title, first, second }));
  }

  #arrange() {
    const holder = el("div", { class: "board-holder" }, this.board.element, this.overlay.overlay);
    const column = el("div", { class: "board-column" }, holder);
    this.board.container = column;
    const { id } = this.snapshot.match;
    const seats = this.game.seats.map((seat) => ({ value: seat, text: seatName(seat) }));
    const eyes = this.game.hidden &&
      selectField(
        t("replay.perspective"),
        [{ value: "truth", text: t("replay.truth") }, ...seats],
        this.perspective,
        (value) => this.#setPerspective(value),
      );
    const actions = el(
      "div",
      { class: "match-actions" },
      this.#status,
      el("div", { class: "match-prompts" }, this.#bar, this.graph.element, this.#learn),
      el(
        "div",
        { class: "replay-controls" },
        eyes,
        el("div", { class: "row" }, link(`/replay/${id}`, t("match.replay"), { class: "button" }), this.#analyse),
      ),
    );
    const side = el(
      "aside",
      { class: "match-side", "aria-label": t("reviewing.details") },
      this.#move,
      this.#summary,
      el("p", { class: "muted small" }, originText(this.snapshot.match)),
      this.overlay.details,
      this.moves.element,
    );
    return el("div", { class: "match-layout" }, column, actions, side);
  }

  #onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (this.#trainer || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === "ArrowLeft") this.goTo(this.ply - 1);
    if (event.key === "ArrowRight") this.goTo(this.ply + 1);
  };

  destroy() {
    this.#stop();
    this.#trainer?.destroy();
    removeEventListener("keydown", this.#onKeyDown);
    this.board.destroy();
  }
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, hash }) {
  await me();
  /** @type {Snapshot} */
  const snapshot = await get(`/api/matches/${encodeURIComponent(parts[0] ?? "")}`);
  const game = await gameOf(snapshot.match.game, snapshot.match.ruleset);
  const review = new ReviewPage(
    game,
    snapshot,
    hash === "" ? null : Math.min(Number(hash) || 0, snapshot.record.length),
  );
  return { title: t("reviewing.name"), node: await review.open(), destroy: () => review.destroy() };
}
