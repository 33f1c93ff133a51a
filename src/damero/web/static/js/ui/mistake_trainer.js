/** Learn from your mistakes: each one is solved again on the board. The server judges every try. */

import { t } from "../i18n/messages.js";
import { get, post } from "../net/api.js";
import { spelled } from "../state/notation.js";
import { announce } from "./announce.js";
import { button, el } from "./element.js";
import { errorText } from "./error_text.js";
import { hasFocus, PuzzleBoard } from "./puzzle_board.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").MistakeTask} MistakeTask */
/** @typedef {import("../wire.js").MistakeAnswer} MistakeAnswer */

/** @param {Game} game @param {import("../wire.js").PuzzleFrame[]} frames */
const line = (game, frames) => spelled(game, frames.map(({ move }) => move).join(" "));

export class MistakeTrainer {
  #at = 0;
  #solved = 0;
  /** @type {MistakeTask | null} */
  #task = null;
  /** @type {PuzzleBoard | null} */
  #board = null;
  #status = el("p", { class: "status" });
  #actions = el("div", { class: "row" });
  #typed = el("div");
  #holder = el("div", { class: "trainer-board" });

  /** @param {Game} game @param {string} match @param {number[]} plies @param {() => void} close */
  constructor(game, match, plies, close) {
    this.game = game;
    this.path = `/api/matches/${encodeURIComponent(match)}/mistakes`;
    this.plies = plies;
    this.close = close;
    const side = el("div", { class: "puzzle-side" }, this.#status, this.#actions, this.#typed);
    this.element = el("div", { class: "editor puzzle trainer" }, this.#holder, side);
  }

  /** Opens the mistake with this number, from 0. @param {number} at */
  async open(at) {
    this.#at = at;
    try {
      this.#task = /** @type {MistakeTask} */ (await get(`${this.path}/${this.plies[at]}`));
      await this.#show(this.#task);
    } catch (error) {
      this.#say(errorText(error, this.game), "warn");
    }
  }

  focus() {
    this.#board?.focus();
  }

  /** @param {MistakeTask} task */
  async #show(task) {
    const focused = hasFocus(this.element);
    this.#board?.destroy();
    const board = new PuzzleBoard(this.game, task.seat, (text) => this.#play(text));
    this.#board = board;
    await board.ready();
    this.#holder.replaceChildren(board.element);
    this.#typed.replaceChildren(board.typed.element);
    board.show(task.position);
    this.#say(
      t("reviewing.solve", { move: spelled(this.game, task.played), number: this.#at + 1, count: this.plies.length }),
      "turn",
    );
    this.#offer([button(t("reviewing.answer"), () => this.#giveUp())]);
    if (focused) this.focus();
  }

  /** @param {string} move */
  async #play(move) {
    this.#board?.lock();
    this.#say(t("reviewing.judging"));
    try {
      const told = /** @type {MistakeAnswer} */ (await post(`${this.path}/${this.plies[this.#at]}/tries`, { move }));
      await (told.right ? this.#right(told) : this.#wrong(told));
    } catch (error) {
      this.#say(errorText(error, this.game), "warn");
      if (this.#task) this.#board?.show(this.#task.position);
    }
  }

  /** @param {MistakeAnswer} told */
  async #right(told) {
    this.#solved += 1;
    const best = told.solution[0]?.move === told.played.move;
    this.#say(t(best ? "reviewing.right" : "reviewing.also", { line: line(this.game, told.solution) }), "good");
    this.#offer(this.#next());
    await this.#board?.playLine(best ? told.solution : [told.played]);
  }

  /** @param {MistakeAnswer} told */
  async #wrong(told) {
    this.#say(
      told.refutation.length > 0
        ? t("reviewing.refuted", { move: spelled(this.game, told.played.move), line: line(this.game, told.refutation) })
        : t("reviewing.wrong", { move: spelled(this.game, told.played.move) }),
      "warn",
    );
    this.#offer([
      button(t("reviewing.again"), () => this.open(this.#at), { class: "primary" }),
      button(t("reviewing.answer"), () => this.#showAnswer(told)),
    ]);
    await this.#board?.playLine([told.played, ...told.refutation]);
  }

  /** @param {import("../wire.js").MistakeSolution} told */
  async #showAnswer(told) {
    if (!this.#task) return;
    this.#board?.reset();
    this.#board?.show({ ...this.#task.position, moves: [] });
    this.#say(t("reviewing.solution", { line: line(this.game, told.solution) }));
    this.#offer(this.#next());
    await this.#board?.playLine(told.solution);
  }

  /** The answer without a try of one's own. */
  async #giveUp() {
    try {
      const path = `${this.path}/${this.plies[this.#at]}/answer`;
      await this.#showAnswer(await get(path));
    } catch (error) {
      this.#say(errorText(error, this.game), "warn");
    }
  }

  #next() {
    if (this.#at + 1 < this.plies.length) {
      return [button(t("reviewing.next"), () => this.open(this.#at + 1), { class: "primary" })];
    }
    const done = el("span", {}, t("reviewing.done", { solved: this.#solved, count: this.plies.length }));
    return [done, button(t("reviewing.back"), this.close, { class: "primary" })];
  }

  /** @param {Node[]} buttons */
  #offer(buttons) {
    const leave = this.#at + 1 < this.plies.length || buttons.length === 1;
    this.#actions.replaceChildren(...buttons, ...(leave ? [button(t("reviewing.back"), this.close)] : []));
  }

  /** @param {string} text @param {string} [tone] */
  #say(text, tone = "") {
    this.#status.textContent = text;
    this.#status.dataset.tone = tone;
    announce(text);
  }

  destroy() {
    this.#board?.destroy();
  }
}
