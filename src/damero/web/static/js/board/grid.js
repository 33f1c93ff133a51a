/** The board for keyboards and screen readers: an ARIA grid of labelled squares with a single tab stop. */

import { colourFor } from "../state/shapes.js";
import { neighbour } from "./geometry.js";
import { MARGIN, SIDE } from "./surface.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/**
 * @typedef {object} GridHandlers
 * @property {(square: string) => void} selected
 * @property {() => void} cancelled
 * @property {((shape: import("../state/shapes.js").Shape) => void) | null} drawn null: nothing can be drawn
 */

export class SquareGrid {
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Layout | null} */
  #layout = null;
  #current = "";
  /** Where an arrow begins that is being drawn. @type {string | null} */
  #arrowFrom = null;

  /** @param {GridHandlers} handlers @param {string} label */
  constructor(handlers, label) {
    this.element = document.createElement("div");
    this.element.className = "board-grid";
    this.element.setAttribute("role", "grid");
    this.element.setAttribute("aria-label", label);
    this.element.addEventListener("keydown", (event) => this.#onKeyDown(event, handlers));
    this.element.addEventListener("focusin", (event) => this.#onFocus(event));
  }

  /** @param {Layout} layout */
  build(layout) {
    this.#layout = layout;
    this.#cells.clear();
    const [width, height] = [layout.columns * SIDE + 2 * MARGIN, layout.rows * SIDE + 2 * MARGIN];
    const rows = layout.grid.map((names, y) => {
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
    this.#setTabStop(this.#current);
  }

  /** @param {(square: string) => string} labelOf @param {{ selected: string[], disabled: boolean }} state */
  update(labelOf, { selected, disabled }) {
    for (const [square, cell] of this.#cells) {
      const label = labelOf(square);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", String(selected.includes(square)));
    }
    this.element.setAttribute("aria-readonly", String(disabled));
  }

  /** @param {string} square */
  focus(square) {
    this.#setTabStop(square);
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
  #setTabStop(square) {
    const before = this.#cells.get(this.#current);
    if (before) before.tabIndex = -1;
    this.#current = square;
    const now = this.#cells.get(square);
    if (now) now.tabIndex = 0;
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (square) this.#setTabStop(square);
  }

  /** @param {KeyboardEvent} event @param {GridHandlers} handlers */
  #onKeyDown(event, handlers) {
    if (!this.#layout || this.#draw(event, handlers)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") handlers.selected(this.#current);
    else if (event.key === "Escape") handlers.cancelled();
    else if (event.key.startsWith("Arrow")) this.focus(neighbour(this.#layout, this.#current, event.key));
    else return;
    event.preventDefault();
  }

  /**
   * The key C draws a circle. The key A begins an arrow, and again on another square ends it.
   * @param {KeyboardEvent} event @param {GridHandlers} handlers @returns {boolean} whether the key was used
   */
  #draw(event, { drawn }) {
    const key = event.code;
    if (!drawn || (key !== "KeyC" && key !== "KeyA") || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    const from = key === "KeyC" ? this.#current : this.#arrowFrom;
    this.#arrowFrom = from === null ? this.#current : null;
    if (from !== null && (key === "KeyC" || from !== this.#current)) {
      drawn({ from, to: this.#current, colour: colourFor(event) });
    }
    return true;
  }
}
