/** Practising an ending against perfect defence: every move is graded by the plies that it loses. */

import { joined, t } from "../i18n/messages.js";
import { post } from "../net/api.js";
import { spelled } from "../state/notation.js";
import { announce } from "./announce.js";
import { button, el } from "./element.js";
import { errorText } from "./error_text.js";
import { selectField } from "./fields.js";
import { outcomeText, seatName } from "./names.js";
import { hasFocus, PuzzleBoard } from "./puzzle_board.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Ending} Ending */
/** @typedef {import("../wire.js").EndingClass} EndingClass */
/** @typedef {import("../wire.js").EndingAnswer} EndingAnswer */

/** The pieces of both sides, such as `KKM-K`, as players call them. @param {string} material @param {Game} game */
function inWords(material, game) {
  const [own, other] = material.split("-").map((letters) =>
    [...new Set(letters)].map((letter) => {
      const values = { count: letters.split(letter).length - 1, piece: `${game.family}.${letter}` };
      return { key: "endings.pieces", values };
    })
  );
  return t("endings.between", { own, other });
}

export class EndingTrainer {
  /** @type {string} */
  #goal = "win";
  /** @type {Ending | null} */
  #ending = null;
  /** @type {string[]} */
  #moves = [];
  /** @type {import("../wire.js").Position | null} */
  #position = null;
  #lost = 0;
  /** @type {PuzzleBoard | null} */
  board = null;
  #status = el("p", { class: "status" });
  #facts = el("p", { class: "muted" });
  #actions = el("div", { class: "row" });
  #holder = el("div", { class: "puzzle-board" });
  #typed = el("div");

  #goals = el("div");

  /** @param {Game} game @param {EndingClass[]} classes */
  constructor(game, classes) {
    this.game = game;
    this.classes = classes;
    this.material = classes[0].material;
    const materials = classes.map(({ material }) => ({ value: material, text: inWords(material, game) }));
    this.side = el(
      "div",
      { class: "puzzle-side" },
      this.#status,
      this.#actions,
      this.#typed,
      this.#facts,
      selectField(t("endings.material"), materials, this.material, (value) => {
        this.material = value;
        this.#offerGoals();
        this.begin();
      }),
      this.#goals,
    );
    this.#offerGoals();
    this.element = el("div", { class: "editor puzzle" }, this.#holder, this.side);
  }

  /** What can be practised with this material; the goal stays if it is among them. */
  #offerGoals() {
    const offered = this.classes.find(({ material }) => material === this.material)?.goals ?? [];
    if (!offered.some((goal) => goal === this.#goal)) this.#goal = offered[0];
    const goals = offered.map((value) => ({ value, text: t(`endings.goal.${value}`) }));
    this.#goals.replaceChildren(selectField(t("endings.goal"), goals, this.#goal, (value) => {
      this.#goal = value;
      this.begin();
    }));
  }

  async begin() {
    const focused = hasFocus(this.#actions);
    try {
      /** @type {Ending} */
      const ending = await post("/api/endings", { game: this.game.id, material: this.material, goal: this.#goal });
      await this.#open(ending);
    } catch (error) {
      this.#say(errorText(error, this.game), "warn");
    }
    this.#actions.replaceChildren(button(t("endings.new"), () => this.begin()));
    if (focused) this.board?.focus();
  }

  /** @param {Ending} ending */
  async #open(ending) {
    this.#ending = ending;
    this.#moves = [];
    this.#lost = 0;
    this.board?.destroy();
    this.board = new PuzzleBoard(this.game, ending.seat, (text) => this.#play(text));
    await this.board.ready();
    this.#holder.replaceChildren(this.board.element);
    this.#typed.replaceChildren(this.board.typed.element);
    this.#position = ending.position;
    this.board.show(ending.position);
    this.#sayTask(ending);
    this.#showCount(ending.left, ending.plies);
  }

  /** @param {Ending} ending */
  #sayTask({ goal, seat, position }) {
    this.#say(t(`puzzles.to.${goal}`, { side: seatName(position.colour ?? seat) }), "turn");
  }

  /** How long the best play takes, and how long the rules allow. @param {number} left @param {number} plies */
  #showCount(left, plies = 0) {
    const best = plies ? [t("endings.plies", { count: plies })] : [];
    this.#facts.textContent = joined("text.following", [...best, t("endings.left", { count: left })]);
  }

  /** @param {string} text @param {string} [tone] */
  #say(text, tone = "") {
    this.#status.textContent = text;
    this.#status.dataset.tone = tone;
    announce(text);
  }

  /** @param {string} text */
  async #play(text) {
    const ending = this.#ending;
    if (!ending) return;
    try {
      const body = { game: ending.game, start: ending.start, moves: [...this.#moves, text] };
      await this.#show(await post("/api/endings/moves", body));
    } catch (error) {
      this.#say(errorText(error, this.game), "warn");
    }
  }

  /** @param {EndingAnswer} told */
  async #show(told) {
    const { played, reply, position } = told;
    const before = { moves: this.#moves, position: this.#position, facts: this.#facts.textContent ?? "" };
    const moves = [...this.#moves, played.move, ...(reply ? [reply.move] : [])];
    this.#moves = moves;
    this.#lost += told.lost;
    this.#say(this.#grade(told), told.keeps ? "good" : "warn");
    this.#actions.replaceChildren(button(t("endings.new"), () => this.begin()));
    if (!told.keeps) this.#actions.append(button(t("endings.back"), () => this.#takeBack(before)));
    await this.board?.playLine([played, ...(reply ? [reply] : [])]);
    if (moves !== this.#moves) return;
    this.#position = position;
    this.board?.show(position);
    this.#showCount(told.left);
    if (position.outcome) {
      this.#facts.textContent = "";
      const outcome = outcomeText(position.outcome, this.game.seats, [this.#ending?.seat ?? ""]);
      this.#say(t("endings.done", { outcome, count: this.#lost }));
    }
  }

  /** @param {EndingAnswer} told */
  #grade({ keeps, lost, best: text }) {
    const best = spelled(this.game, text);
    const goal = this.#ending?.goal ?? "win";
    if (!keeps) return t(`endings.gone.${goal}`, { best });
    if (lost > 0) return t("endings.slower", { count: lost, best });
    return t(goal === "win" ? "endings.best" : "endings.keeps");
  }

  /** @param {{ moves: string[], position: import("../wire.js").Position | null, facts: string }} before */
  #takeBack({ moves, position, facts }) {
    if (!position || !this.#ending) return;
    const focused = hasFocus(this.#actions);
    this.#sayTask(this.#ending);
    this.#facts.textContent = facts;
    this.#moves = moves;
    this.#position = position;
    this.board?.reset();
    this.board?.show(position);
    this.#actions.replaceChildren(button(t("endings.new"), () => this.begin()));
    if (focused) this.board?.focus();
  }

  destroy() {
    this.board?.destroy();
  }
}
