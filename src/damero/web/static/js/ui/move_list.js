/** The list of moves, with buttons to step through them. */

import { t } from "../i18n/messages.js";
import { moveText, usesLetters } from "../state/notation.js";
import { button, el, renderOnChange } from "./element.js";
import { icon } from "./icons.js";

/** @typedef {import("../wire.js").Ply} Ply */

/**
 * The plies in rows, one row for each turn.
 * @param {Ply[]} record
 * @param {string[]} seats
 * @returns {{ number: number, plies: (number | null)[] }[]}
 */
export function turns(record, seats) {
  /** @type {{ number: number, plies: (number | null)[] }[]} */
  const rows = [];
  record.forEach((ply, index) => {
    const side = ply.seat === seats[0] ? 0 : 1;
    const open = rows[rows.length - 1];
    if (!open || open.plies[side] !== null || (side === 0 && open.plies[1] !== null)) {
      rows.push({ number: rows.length + 1, plies: [null, null] });
    }
    rows[rows.length - 1].plies[side] = index;
  });
  return rows;
}

/** A line ends after the squares of a fight, not within its result. @param {string} text @returns {string} */
function keptTogether(text) {
  const [squares, ...result] = text.split(" ");
  return [squares, result.join("\u00a0")].join(" ").trim();
}

export class MoveList {
  #list = el("ol", { class: "moves", tabindex: "0" });
  #render;

  /** @param {import("../wire.js").Game} game @param {(ply: number | null) => void} viewPly */
  constructor(game, viewPly) {
    this.game = game;
    this.viewPly = viewPly;
    this.at = 0;
    this.total = 0;
    const step = (/** @type {Parameters<typeof icon>[0]} */ symbol, /** @type {() => number} */ to) =>
      el("button", {
        type: "button",
        class: "square-button borderless",
        "aria-label": t(`match.${symbol}`),
        onclick: () => viewPly(to()),
      }, icon(symbol));
    /** The buttons, which a page may put closer to its board. */
    this.steps = el(
      "div",
      { class: "move-steps" },
      step("first", () => 0),
      step("back", () => this.at - 1),
      step("forward", () => this.at + 1),
      step("last", () => this.total),
    );
    this.element = el(
      "section",
      { class: "move-list card", "aria-label": t("match.moves") },
      this.#list,
      this.steps,
    );
    this.#list.setAttribute("aria-label", t("match.moves"));
    this.#render = renderOnChange(
      this.#list,
      (/** @type {{ record: Ply[], at: number, letters: boolean, marks: string[] }} */ shown) =>
        this.#rows(shown, game.seats),
    );
  }

  /** @param {Ply[]} record @param {number} at the number of plies before the shown position @param {string[]} [marks] of the moves */
  show(record, at, marks = []) {
    this.at = at;
    this.total = record.length;
    this.#render({ record, at, letters: usesLetters(this.game), marks });
    this.#list.scrollTop = this.#scroll();
  }

  #scroll() {
    const shown = /** @type {HTMLElement | null} */ (this.#list.querySelector("[aria-current]"));
    if (!shown) return this.at === 0 ? 0 : this.#list.scrollHeight;
    return shown.offsetTop - this.#list.clientHeight / 2;
  }

  /** @param {{ record: Ply[], at: number, marks: string[] }} shown @param {string[]} seats */
  #rows({ record, at, marks }, seats) {
    if (record.length === 0) return el("li", { class: "muted" }, t("match.noMoves"));
    const cell = (/** @type {number | null} */ index) =>
      index === null
        ? el("span", {}, "…")
        : button(`${keptTogether(moveText(this.game, record[index]))}${marks[index] ?? ""}`, () =>
          this.viewPly(index + 1), {
          class: "ply",
          "aria-current": index + 1 === at ? "step" : null,
        });
    return turns(record, seats).map(({ number, plies }) =>
      el(
        "li",
        {},
        el("span", { class: "muted move-number" }, `${number}.`),
        plies[0] === null && plies[1] === null ? null : plies.map(cell),
      )
    );
  }
}
