/** A lesson: its steps one after the other, each tried on the board. The server judges and explains every try. */

import { t } from "../i18n/messages.js";
import { refusalText } from "../i18n/refusal.js";
import { post } from "../net/api.js";
import { stepDone, stepsDone } from "../state/lesson_progress.js";
import { spelled } from "../state/notation.js";
import { announce } from "./announce.js";
import { button, el, link } from "./element.js";
import { errorText } from "./error_text.js";
import { PuzzleBoard } from "./puzzle_board.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").LessonStep} LessonStep */

export class LessonPlayer {
  #at = 0;
  /** @type {PuzzleBoard | null} */
  board = null;
  #steps = el("ol", { class: "lesson-steps" });
  #number = el("p", { class: "muted" });
  #title = el("h2", { tabindex: "-1" });
  #task = el("p", { class: "lesson-task" });
  #status = el("p", { class: "status" });
  #actions = el("div", { class: "row" });
  #holder = el("div", { class: "puzzle-board" });
  #typed = el("div");

  /** @param {Game} game @param {LessonStep[]} steps */
  constructor(game, steps) {
    this.game = game;
    this.steps = steps;
    const side = el(
      "div",
      { class: "puzzle-side" },
      el("div", { class: "lesson-head" }, this.#number, this.#title, this.#task),
      this.#status,
      this.#actions,
      this.#typed,
      el("nav", { "aria-label": t("learn.steps") }, this.#steps),
    );
    this.element = el("div", { class: "editor puzzle lesson" }, this.#holder, side);
  }

  /** Opens the first step that is not done, or the first of all. */
  begin() {
    const done = stepsDone(this.game.id);
    return this.#open(Math.max(0, this.steps.findIndex(({ id }) => !done.includes(id))));
  }

  /** @param {number} at */
  async #open(at) {
    const step = this.steps[at];
    const board = new PuzzleBoard(this.game, step.seat, (text) => this.#try(text), (squares) => this.#explain(squares));
    await board.ready();
    this.board?.destroy();
    this.board = board;
    this.#at = at;
    this.#showTask(step);
    this.#holder.replaceChildren(board.element);
    this.#typed.replaceChildren(board.typed.element);
    board.show(step.position);
  }

  /** @param {LessonStep} step */
  #showTask(step) {
    this.#number.textContent = t("learn.number", { number: this.#at + 1, count: this.steps.length });
    this.#title.textContent = this.#text(step, "title");
    this.#task.textContent = this.#text(step, "task");
    this.#say("");
    this.#actions.replaceChildren();
    this.#showSteps();
  }

  /** For a person who goes on: the new step is read out. @param {number} at */
  async #goTo(at) {
    await this.#open(at);
    this.#title.focus();
    this.#title.scrollIntoView({ block: "nearest" });
  }

  /** @param {LessonStep} step @param {"title" | "task" | "done"} part */
  #text(step, part) {
    return t(`lesson.${this.game.family}.${step.id}.${part}`);
  }

  #showSteps() {
    const done = stepsDone(this.game.id);
    this.#steps.replaceChildren(...this.steps.map((step, at) => {
      const isDone = done.includes(step.id);
      const values = { number: at + 1, title: this.#text(step, "title") };
      return el(
        "li",
        {},
        button(isDone ? "✓" : String(at + 1), () => this.#goTo(at), {
          "aria-label": t(isDone ? "learn.step.done" : "learn.step", values),
          "aria-current": at === this.#at ? "step" : null,
          class: isDone ? "done" : "",
        }),
      );
    }));
  }

  /** @param {string} text @param {string} [tone] */
  #say(text, tone = "") {
    this.#status.textContent = text;
    this.#status.dataset.tone = tone;
    this.#status.hidden = text === "";
    if (text) announce(text);
  }

  /** @param {string} text */
  async #try(text) {
    const step = this.steps[this.#at];
    try {
      /** @type {import("../wire.js").TriedStep} */
      const tried = await post(`/api/games/${this.game.id}/lesson/${step.id}/tries`, { move: text });
      if (step !== this.steps[this.#at]) return;
      if (!tried.played) return this.#refuse(tried.why);
      this.#answer(step, tried.right, tried.played.move);
      await this.board?.playLine([tried.played]);
    } catch (error) {
      this.#say(errorText(error, this.game), "warn");
    }
  }

  /** @param {LessonStep} step @param {boolean} right @param {string} move */
  #answer(step, right, move) {
    if (right) stepDone(this.game.id, step.id);
    this.#showSteps();
    this.#say(
      right
        ? t("learn.right", { done: this.#text(step, "done") })
        : t("learn.other", { move: spelled(this.game, move) }),
      right ? "good" : "warn",
    );
    this.#actions.replaceChildren(...(right ? this.#onward() : [this.#again()]));
    this.#actions.scrollIntoView({ block: "nearest" });
  }

  #again() {
    return button(t("learn.again"), () => this.#goTo(this.#at));
  }

  #onward() {
    const next = this.#at + 1;
    if (next < this.steps.length) return [button(t("learn.next"), () => this.#goTo(next), { class: "primary" })];
    const values = { game: this.game.title };
    return [
      el("p", {}, t("learn.finished", values)),
      link(`/play/${this.game.id}`, t("learn.play", values), { class: "button primary" }),
    ];
  }

  /** Why there is no move over these squares. @param {string[]} squares */
  async #explain(squares) {
    const step = this.steps[this.#at];
    try {
      const body = { text: step.position.view.text, squares };
      /** @type {import("../wire.js").Why} */
      const why = await post(`/api/games/${this.game.id}/why`, body);
      if (step === this.steps[this.#at] && !why.legal) this.#refuse(why);
    } catch (error) {
      this.#say(errorText(error, this.game), "warn");
    }
  }

  /** @param {import("../wire.js").Why | null} why */
  #refuse(why) {
    this.#say(why ? refusalText(why, this.game) : "", "warn");
    this.board?.mark(why?.squares ?? []);
    this.#status.scrollIntoView({ block: "nearest" });
  }

  destroy() {
    this.board?.destroy();
  }
}
