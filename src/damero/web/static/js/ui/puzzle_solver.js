/** Solving puzzles, one after the other or in a run. The server judges every move. */

import { joined, t, tOr } from "../i18n/messages.js";
import { game as gameOf, get, post } from "../net/api.js";
import { spelled, squareText } from "../state/notation.js";
import { announce } from "./announce.js";
import { button, el, link } from "./element.js";
import { errorText } from "./error_text.js";
import { seatName } from "./names.js";
import { oddsOverlay } from "./odds_overlay.js";
import { hasFocus, PuzzleBoard } from "./puzzle_board.js";

/** @typedef {import("../wire.js").PuzzleTask} PuzzleTask */
/** @typedef {import("../wire.js").PuzzleAnswer} PuzzleAnswer */
/** @typedef {import("../wire.js").PuzzleFrame} PuzzleFrame */
/** @typedef {import("../wire.js").PuzzleRun} PuzzleRun */

/** Milliseconds for which the end of a puzzle of a run is shown. */
const BREATH = 700;

export class PuzzleSolver {
  /** @type {PuzzleTask | null} */
  #task = null;
  /** @type {string[]} */
  #moves = [];
  /** @type {PuzzleAnswer | null} */
  #ended = null;
  #hints = 0;
  /** @type {import("../wire.js").Game | null} */
  #game = null;
  /** @type {PuzzleBoard | null} */
  board = null;
  /** @type {PuzzleRun | null} */
  run = null;
  #status = el("p", { class: "status" });
  #facts = el("p", { class: "muted" });
  #actions = el("div", { class: "row" });
  #holder = el("div", { class: "puzzle-board" });
  #typed = el("div");
  #odds = el("div");

  /** @param {{ next: () => Promise<PuzzleTask>, changed: (standing: import("../wire.js").PuzzleStanding | null) => void }} page */
  constructor(page) {
    this.page = page;
    this.side = el("div", { class: "puzzle-side" }, this.#status, this.#actions, this.#typed, this.#facts, this.#odds);
    this.element = el("div", { class: "editor puzzle" }, this.#holder, this.side);
  }

  /** @param {PuzzleTask} task */
  async open(task) {
    const focused = hasFocus(this.element);
    const game = await gameOf(task.game);
    this.#game = game;
    this.#task = task;
    this.#moves = [];
    this.#ended = null;
    this.#hints = 0;
    this.board?.destroy();
    const board = new PuzzleBoard(game, task.seat, (text) => this.#play(text));
    this.board = board;
    await board.ready();
    this.#holder.replaceChildren(board.element);
    this.#typed.replaceChildren(board.typed.element);
    board.show(task.position);
    this.#showOdds(game, task, board);
    this.#say(t(`puzzles.to.${task.goal}`, { side: seatName(task.position.colour ?? task.seat) }), "turn");
    this.#facts.replaceChildren(
      [game.title, t("puzzles.difficulty", { rating: task.rating })].join(" · "),
      ...(this.run ? [] : [el("br"), t("puzzles.hint.counts")]),
    );
    this.#showActions();
    if (focused) board.focus();
  }

  /** Begins a run. @param {PuzzleRun} run */
  openRun(run) {
    this.run = run;
    return this.open(run.puzzle);
  }

  /** A move or a line as players of the game write it. @param {string} text */
  #spelled(text) {
    return this.#game ? spelled(this.#game, text) : text;
  }

  /** @param {PuzzleFrame[]} frames */
  #line(frames) {
    return this.#spelled(frames.map((frame) => frame.move).join(" "));
  }

  /** @param {string} text @param {string} [tone] */
  #say(text, tone = "") {
    this.#status.textContent = text;
    this.#status.dataset.tone = tone;
    announce(text);
  }

  /** @param {string} text */
  async #play(text) {
    if (!this.#task || this.#ended) return;
    const moves = [...this.#moves, text];
    try {
      const told = await this.#send(moves);
      this.#moves = [...this.#moves, told.played.move];
      await this.#show(told);
    } catch (error) {
      this.#say(errorText(error, this.#game), "warn");
    }
  }

  /** @param {string[]} moves @returns {Promise<PuzzleAnswer>} */
  async #send(moves) {
    if (!this.run) return await post(`/api/puzzles/${this.#task?.id}/tries`, { moves });
    const { run, answer } = await post("/api/puzzle-runs/tries", { moves });
    this.run = run;
    return answer;
  }

  /** @param {PuzzleAnswer} told */
  async #show(told) {
    const { right, solved, played, reply, refutation, position } = told;
    const move = this.#spelled(played.move);
    if (!right || solved) this.#ended = told;
    if (solved) this.#say(t("puzzles.solved"), "good");
    else if (right) this.#say(t("puzzles.right", { move }), "good");
    else if (refutation.length === 0) this.#say(t("puzzles.wrong", { move }), "warn");
    else this.#say(t("puzzles.refuted", { move, line: this.#line(refutation) }), "warn");
    if (this.#ended) this.#showEnd(told);
    this.#showActions();
    const board = this.board;
    await board?.playLine([played, ...(reply ? [reply] : []), ...(this.run ? [] : refutation)]);
    if (board !== this.board) return;
    if (!this.#ended) board?.show(position);
    else if (this.run) await this.#goOn(this.run);
  }

  /** What the unknown pieces can be. @param {import("../wire.js").Game} game @param {PuzzleTask} task @param {PuzzleBoard} board */
  #showOdds(game, task, board) {
    const overlay = oddsOverlay(game, t("puzzles.odds"));
    overlay.show(task.odds, board.board.layout);
    board.board.element.append(overlay.overlay);
    this.#odds.replaceChildren(overlay.details);
  }

  /** @param {PuzzleAnswer} told */
  #showEnd(told) {
    const percent = (/** @type {number} */ share) => Math.round(100 * share);
    const fights = told.fights.map(({ move, wins, draws }) =>
      el(
        "span",
        {},
        t("puzzles.fight", { move: this.#spelled(move), wins: percent(wins), draws: percent(draws) }),
        el("br"),
      )
    );
    const themes = joined("text.enumeration", told.themes.map((theme) => t(`puzzle_theme.${theme}`)));
    this.#facts.replaceChildren(
      ...fights,
      `${t("puzzles.difficulty", { rating: this.#task?.rating ?? 0 })} · ${themes} · `,
      link(`/puzzles/at/${this.#task?.id}`, t("puzzles.link")),
      ...this.#analysisLink(),
    );
    this.page.changed(told.standing);
  }

  /** The position on the analysis board; a game with hidden pieces has none. */
  #analysisLink() {
    const { game, position } = this.#task ?? {};
    if (!game || this.#game?.hidden || !position?.view.text) return [];
    return [" · ", link(`/analysis/${game}?start=${encodeURIComponent(position.view.text)}`, t("analysis.analyse"))];
  }

  /** The next puzzle of a run, or its end. @param {PuzzleRun} run */
  async #goOn(run) {
    this.page.changed(null);
    if (run.over) return this.endRun(run);
    await new Promise((resolve) => setTimeout(resolve, BREATH));
    if (this.run === run) await this.open(run.puzzle);
  }

  /** @param {PuzzleRun} run */
  endRun(run) {
    this.run = run;
    this.board?.lock();
    this.#say(t("puzzles.over", { score: run.score }), "good");
    this.#showActions();
  }

  #showActions() {
    this.#actions.replaceChildren(
      ...(this.run ? this.#runActions() : this.#ended ? this.#endActions() : [this.#hint()]),
    );
  }

  #runActions() {
    if (!this.run?.over) return [];
    const again = this.#opening(t("puzzles.newRun"), () => this.page.next(), true);
    return this.#ended ? [again, this.#solution()] : [again];
  }

  #hint() {
    return button(t("puzzles.hint"), async () => {
      try {
        const hint = await post(`/api/puzzles/${this.#task?.id}/hints`, { moves: this.#moves });
        this.#hints += 1;
        const squares = this.#hints > 1 ? hint.squares : hint.squares.slice(0, 1);
        this.board?.suggest(squares);
        this.#say(
          this.#hints > 1
            ? t("puzzles.hint.move", { move: this.#spelled(hint.move) })
            : t("puzzles.hint.square", { square: this.#game ? squareText(this.#game, hint.squares[0]) : "" }),
        );
      } catch (error) {
        this.#say(errorText(error, this.#game), "warn");
      }
    });
  }

  /** A button that opens a puzzle, once at a time. @param {string} text @param {() => Promise<unknown>} open @param {boolean} [primary] */
  #opening(text, open, primary = false) {
    let opening = false;
    return button(text, async () => {
      if (opening) return;
      opening = true;
      try {
        await open();
      } catch (error) {
        this.#say(errorText(error, this.#game), "warn");
      }
      opening = false;
    }, primary ? { class: "primary" } : {});
  }

  #endActions() {
    const task = this.#task;
    const next = this.#opening(t("puzzles.next"), async () => this.open(await this.page.next()), true);
    const again = this.#opening(t("puzzles.again"), () => task ? this.open(task) : Promise.resolve());
    return this.#ended?.solved ? [next, this.#solution()] : [next, again, this.#solution()];
  }

  #solution() {
    return button(t("puzzles.show"), () => this.#showSolution());
  }

  async #showSolution() {
    if (!this.#ended || !this.#task) return;
    this.board?.reset();
    this.board?.show({ ...this.#task.position, moves: [] });
    this.#say(t("puzzles.solution", { line: this.#line(this.#ended.solution) }));
    await this.board?.playLine(this.#ended.solution);
  }

  destroy() {
    this.run = null;
    this.board?.destroy();
  }
}

/** @param {string} game @param {string} theme @param {string} skip @returns {Promise<PuzzleTask>} */
export function nextPuzzle(game, theme, skip) {
  const query = new URLSearchParams({ game, ...(theme ? { theme } : {}), ...(skip ? { skip } : {}) });
  return get(`/api/puzzles/next?${query}`);
}

/** @param {string} theme */
export const themeName = (theme) => tOr(`puzzle_theme.${theme}`, theme);
