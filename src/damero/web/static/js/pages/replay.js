/** The replay of a game, step by step and from any perspective. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { game as gameOf, get } from "../net/api.js";
import { ReplayPages } from "../net/replay_pages.js";
import { navigate } from "../router.js";
import { isFailedAttack } from "../state/effects.js";
import { withInformativeMarks } from "../state/marks.js";
import { isNumbered, moveText } from "../state/notation.js";
import { reducePlayback } from "../state/playback.js";
import { isFlippedFor, NO_HINTS } from "../state/plain_board.js";
import { capturedSquares } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";
import { announce } from "../ui/announce.js";
import { copyButton } from "../ui/copy.js";
import { selectField } from "../ui/fields.js";
import { button, el, link } from "../ui/element.js";
import { fightLine } from "../ui/fight.js";
import { icon } from "../ui/icons.js";
import { markLegend } from "../ui/mark_legend.js";
import { MoveList } from "../ui/move_list.js";
import { originText, outcomeText, playerName, seatName } from "../ui/names.js";
import { hiddenPieces } from "../ui/side_panels.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */

/** Milliseconds for each move of the automatic playback. */
const PACE = 1100;

class Replay {
  /** @type {ReplayPages | null} */
  #pages = null;
  #legend = markLegend();
  #status = el("p", { class: "status", role: "status" });
  #slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, "aria-label": t("replay.slider") }));
  #play = el("button", { type: "button", class: "primary" });
  #timer;

  /** @param {Game} game @param {Snapshot} snapshot @param {number | null} ply */
  constructor(game, snapshot, ply) {
    this.game = game;
    this.snapshot = snapshot;
    const total = snapshot.record.length;
    this.playback = { ply: ply ?? total, total, playing: false };
    this.revealed = snapshot.state.fairness.seed !== null;
    this.perspective = this.revealed ? "truth" : snapshot.viewer.seat ?? "spectator";
    this.board = new Board(game, settings(), null, t("board.label", { game: game.title }));
    this.board.allowShapes();
    this.moves = new MoveList(game, (to) => this.step({ type: "goTo", ply: to ?? total }));
    this.#slider.max = String(total);
    this.#slider.addEventListener("input", () => this.step({ type: "goTo", ply: Number(this.#slider.value) }));
    this.#play.addEventListener("click", () => this.step({ type: this.playback.playing ? "pause" : "play" }));
    this.#timer = setInterval(() => this.playback.playing && this.step({ type: "tick" }), PACE);
    addEventListener("keydown", this.#onKeyDown);
  }

  async open() {
    await this.board.ready();
    const spriteOf = this.board.spriteOf ?? ((/** @type {string} */ kind) => kind);
    this.hidden = hiddenPieces(this.game, spriteOf);
    this.fight = fightLine(this.game, spriteOf);
    await this.#setPerspective(this.perspective);
    return this.#arrange();
  }

  /** @param {string} perspective */
  async #setPerspective(perspective) {
    this.perspective = perspective;
    const pages = new ReplayPages(this.snapshot.match.id, perspective);
    await pages.load(this.playback.ply);
    this.#pages = pages;
    this.#draw(this.playback.ply);
  }

  /** @param {import("../state/playback.js").PlaybackAction} action */
  async step(action) {
    const before = this.playback.ply;
    this.playback = reducePlayback(this.playback, action);
    history.replaceState(null, "", `#${this.playback.ply}`);
    await this.#pages?.load(this.playback.ply).catch(() => {});
    this.#draw(before);
    if (this.playback.ply > before) announce(moveText(this.game, this.snapshot.record[this.playback.ply - 1]));
  }

  /** @param {number} before */
  #draw(before) {
    const { ply, total, playing } = this.playback;
    const view = this.#pages?.at(ply);
    const latest = this.snapshot.record[ply - 1];
    const flipped = isFlippedFor(this.game, this.perspective);
    const hints = { ...NO_HINTS, latest: latest?.squares ?? [], captured: latest ? capturedSquares(latest) : [] };
    const standing = view?.pieces ?? [];
    // With all pieces visible, the marks tell what the players knew.
    const pieces = this.perspective === "truth" ? standing : withInformativeMarks(this.game, standing);
    this.#legend.show(pieces);
    this.board.show({
      pieces,
      hints,
      flipped,
      path: ply === before + 1 && !isFailedAttack(latest) ? latest?.squares ?? [] : [],
      animated: ply === before + 1,
    });
    this.fight?.show(latest?.fight ?? null);
    this.moves.show(this.snapshot.record, ply);
    this.hidden?.show(view?.hidden ?? []);
    this.#slider.value = String(ply);
    this.#status.textContent = ply === total && this.snapshot.state.outcome
      ? outcomeText(this.snapshot.state.outcome, this.game.seats, this.snapshot.viewer.seats)
      : t("replay.ply", { ply, total });
    this.#play.replaceChildren(icon(playing ? "pause" : "play"), t(playing ? "replay.pause" : "replay.play"));
  }

  #onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === "ArrowLeft") this.step({ type: "step", count: -1 });
    if (event.key === "ArrowRight") this.step({ type: "step", count: 1 });
  };

  #perspectives() {
    const seats = this.game.seats.map((seat) => ({ value: seat, text: seatName(seat) }));
    const options = this.revealed
      ? [{ value: "truth", text: t("replay.truth") }, ...seats, { value: "spectator", text: t("replay.spectator") }]
      : [{ value: this.perspective, text: seatName(this.perspective) }];
    return selectField(t("replay.perspective"), options, this.perspective, (value) => this.#setPerspective(value));
  }

  #arrange() {
    const { id } = this.snapshot.match;
    const [first, second] = this.snapshot.state.seats.map((seat) => playerName(seat.player));
    const share = copyButton(t("replay.share"), () => location.href);
    const boardColumn = el("div", { class: "board-column" }, el("div", { class: "board-holder" }, this.board.element));
    this.board.container = boardColumn;
    return el(
      "div",
      { class: "match replay" },
      el("h1", { class: "replay-title" }, t("match.title", { game: this.game.title, first, second })),
      el(
        "div",
        { class: "match-layout" },
        boardColumn,
        el(
          "div",
          { class: "match-actions" },
          this.#status,
          this.moves.steps,
          el("div", { class: "match-prompts" }, this.#slider),
          el(
            "div",
            { class: "replay-controls" },
            el(
              "div",
              { class: "row" },
              this.#play,
              this.#review(id),
              button(t("replay.from"), () => this.#playFrom()),
              share,
            ),
            this.#perspectives(),
          ),
        ),
        el(
          "aside",
          { class: "match-side", "aria-label": t("match.moves") },
          this.fight?.element ?? "",
          this.moves.element,
          this.hidden?.element ?? "",
          this.#legend.element,
          el("p", { class: "muted small" }, originText(this.snapshot.match)),
          el(
            "p",
            { class: "row" },
            this.revealed &&
              button(t("analysis.analyse"), () => navigate(`/analysis/match/${id}#${this.playback.ply}`)),
            this.snapshot.state.outcome && link(`/verify/${id}`, t("result.verify"), { class: "button" }),
            link(`/api/matches/${id}/record`, t("replay.json"), { class: "button", download: `${id}.json` }),
            this.#pdnLink(id),
          ),
        ),
      ),
    );
  }

  /** @param {string} id */
  #review(id) {
    const reviewable = this.snapshot.state.status === "finished" && this.playback.total > 0;
    return reviewable && link(`/review/${id}#${this.playback.ply}`, t("result.review"), { class: "button" });
  }

  /** A PDN link, for games that have this format: those with numbered squares. @param {string} id */
  #pdnLink(id) {
    if (!isNumbered(this.game)) return "";
    return link(`/api/matches/${id}/record.pdn`, t("replay.pdn"), { class: "button", download: `${id}.pdn` });
  }

  #playFrom() {
    navigate(`/play/${this.game.id}?start=${encodeURIComponent(this.#pages?.at(this.playback.ply)?.text ?? "")}`);
  }

  destroy() {
    clearInterval(this.#timer);
    removeEventListener("keydown", this.#onKeyDown);
    this.board.destroy();
  }
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, hash }) {
  /** @type {Snapshot} */
  const snapshot = await get(`/api/matches/${encodeURIComponent(parts[0] ?? "")}`);
  const game = await gameOf(snapshot.match.game, snapshot.match.ruleset);
  const replay = new Replay(game, snapshot, hash === "" ? null : Math.min(Number(hash) || 0, snapshot.record.length));
  return { title: t("replay.title"), node: await replay.open(), destroy: () => replay.destroy() };
}
