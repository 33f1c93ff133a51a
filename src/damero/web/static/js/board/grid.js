/** The board for fingers on keys and for ears: a grid of squares with spoken names and one place in the tab order. */

import { neighbour } from "./geometry.js";
import { MARGIN, SIDE } from "./surface.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {{ touched: (square: string) => void, cancelled: () => void }} Keys */

export class SquareGrid {
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Layout | null} */
  #look = null;
  #current = "";

  /** @param {Keys} keys @param {string} label */
  constructor(keys, label) {
    this.element = document.createElement("div");
    this.element.className = "board-grid";
    this.element.setAttribute("role", "grid");
    this.element.setAttribute("aria-label", label);
    this.element.addEventListener("keydown", (event) => this.#pressed(event, keys));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
  }

  /** @param {Layout} look */
  build(look) {
    this.#look = look;
    this.#cells.clear();
    const [width, height] = [look.columns * SIDE + 2 * MARGIN, look.rows * SIDE + 2 * MARGIN];
    const rows = look.grid.map((names, y) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      names.forEach((name, x) => {
        if (name === null) return;
        const cell = this.#cell(name);
        Object.assign(cell.style, {
          left: `${((x * SIDE + MARGIN) / width) * 100}%`,
          top: `${((y * SIDE + MARGIN) / height) * 100}%`,
          width: `${(SIDE / width) * 100}%`,
          height: `${(SIDE / height) * 100}%`,
        });
        row.append(cell);
      });
      return row;
    });
    this.element.replaceChildren(...rows.filter((row) => row.children.length > 0));
    if (!this.#cells.has(this.#current)) this.#current = [...this.#cells.keys()][0] ?? "";
    this.#enter(this.#current);
  }

  /** @param {(square: string) => string} spoken @param {{ selected: string[], disabled: boolean }} how */
  speak(spoken, { selected, disabled }) {
    for (const [square, cell] of this.#cells) {
      const name = spoken(square);
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
      cell.setAttribute("aria-selected", String(selected.includes(square)));
    }
    this.element.setAttribute("aria-readonly", String(disabled));
  }

  /** @param {string} square */
  focus(square) {
    this.#enter(square);
    this.#cells.get(square)?.focus();
  }

  /** @param {string} name @returns {HTMLElement} */
  #cell(name) {
    const cell = document.createElement("div");
    cell.className = "square";
    cell.dataset.square = name;
    cell.setAttribute("role", "gridcell");
    cell.tabIndex = -1;
    this.#cells.set(name, cell);
    return cell;
  }

  /** @param {string} square */
  #enter(square) {
    const before = this.#cells.get(this.#current);
    if (before) before.tabIndex = -1;
    this.#current = square;
    const now = this.#cells.get(square);
    if (now) now.tabIndex = 0;
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (square) this.#enter(square);
  }

  /** @param {KeyboardEvent} event @param {Keys} keys */
  #pressed(event, keys) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#look) return;
    if (event.key === "Enter" || event.key === " ") keys.touched(this.#current);
    else if (event.key === "Escape") keys.cancelled();
    else if (event.key.startsWith("Arrow")) this.focus(neighbour(this.#look, this.#current, event.key));
    else return;
    event.preventDefault();
  }
}
