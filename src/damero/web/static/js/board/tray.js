/** A tray of pieces next to a board: drag a piece, or select it and then a square. */

import { DRAG_THRESHOLD, squareUnder } from "./pointer.js";
import { pieceIcon } from "./sprites.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{ kind: string, name: string, count: number | null, held: boolean }} TrayItem */
/**
 * @typedef {object} TrayHandlers
 * @property {(kind: string) => void} selected
 * @property {(kind: string, square: string | null) => void} dropped
 */

/** Milliseconds after a drop in which a click is ignored, because browsers send one at the end of a drag. */
const CLICK_AFTER_DROP = 80;

export class Tray {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {Board} board @param {TrayHandlers} handlers @param {string} label */
  constructor(board, handlers, label) {
    this.board = board;
    this.handlers = handlers;
    this.element = document.createElement("div");
    this.element.className = "tray";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", label);
  }

  /** @param {TrayItem[]} items */
  show(items) {
    for (const item of items) {
      const button = this.#buttons.get(item.kind) ?? this.#addItem(item.kind);
      button.disabled = item.count === 0;
      button.setAttribute("aria-pressed", String(item.held));
      button.setAttribute("aria-label", item.name);
      button.title = item.name;
      const count = button.lastElementChild;
      if (count) count.textContent = item.count === null ? "" : String(item.count);
    }
  }

  /** @param {string} kind @returns {HTMLButtonElement} */
  #addItem(kind) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tray-item";
    button.dataset.kind = kind;
    const count = document.createElement("span");
    count.className = "count";
    const { spriteOf } = this.board;
    button.append(...(spriteOf ? [pieceIcon(spriteOf, kind)] : []), count);
    this.#listen(button, kind);
    this.#buttons.set(kind, button);
    this.element.append(button);
    return button;
  }

  /** @param {HTMLButtonElement} button @param {string} kind */
  #listen(button, kind) {
    /** @type {{ x: number, y: number, image: SVGElement | null } | null} */
    let drag = null;
    let droppedAt = -CLICK_AFTER_DROP;
    button.addEventListener(
      "click",
      (event) => event.timeStamp - droppedAt < CLICK_AFTER_DROP || this.handlers.selected(kind),
    );
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || button.disabled) return;
      drag = { x: event.clientX, y: event.clientY, image: null };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => {
      if (!drag) return;
      if (!drag.image) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_THRESHOLD || !this.board.spriteOf) return;
        drag.image = pieceIcon(this.board.spriteOf, kind, "drag-image");
        document.body.append(drag.image);
      }
      drag.image.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    });
    const release = (/** @type {PointerEvent} */ event) => {
      const image = drag?.image;
      drag = null;
      if (!image) return;
      image.remove();
      droppedAt = event.timeStamp;
      this.handlers.dropped(kind, event.type === "pointerup" ? this.#squareAt(event) : null);
    };
    button.addEventListener("pointerup", release);
    button.addEventListener("pointercancel", release);
  }

  /** @param {PointerEvent} event @returns {string | null} */
  #squareAt(event) {
    return squareUnder(this.board.element.getBoundingClientRect(), this.board.layout, event.clientX, event.clientY)
      .square;
  }
}
