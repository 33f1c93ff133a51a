/** A tray of pieces beside a board, to drag from or to choose from by touch. */

import { squareUnder } from "./pointer.js";
import { pieceIcon } from "./sprites.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{ kind: string, name: string, count: number | null, held: boolean }} TrayItem */
/**
 * @typedef {object} TrayHands
 * @property {(kind: string) => void} chosen
 * @property {(kind: string, square: string | null) => void} dropped
 */

const THRESHOLD = 6;
/** A drag ends in a click as well; one that comes so soon is none, in milliseconds. */
const AFTERMATH = 80;

export class Tray {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {Board} board @param {TrayHands} hands @param {string} label */
  constructor(board, hands, label) {
    this.board = board;
    this.hands = hands;
    this.element = document.createElement("div");
    this.element.className = "tray";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", label);
  }

  /** @param {TrayItem[]} items */
  show(items) {
    for (const item of items) {
      const button = this.#buttons.get(item.kind) ?? this.#added(item.kind);
      button.disabled = item.count === 0;
      button.setAttribute("aria-pressed", String(item.held));
      button.setAttribute("aria-label", item.name);
      button.title = item.name;
      const count = button.lastElementChild;
      if (count) count.textContent = item.count === null ? "" : String(item.count);
    }
  }

  /** @param {string} kind @returns {HTMLButtonElement} */
  #added(kind) {
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
    /** @type {{ x: number, y: number, ghost: SVGElement | null } | null} */
    let grip = null;
    let droppedAt = -AFTERMATH;
    button.addEventListener("click", (event) => event.timeStamp - droppedAt < AFTERMATH || this.hands.chosen(kind));
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || button.disabled) return;
      grip = { x: event.clientX, y: event.clientY, ghost: null };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => {
      if (!grip) return;
      if (!grip.ghost) {
        if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < THRESHOLD || !this.board.spriteOf) return;
        grip.ghost = pieceIcon(this.board.spriteOf, kind, "ghost");
        document.body.append(grip.ghost);
      }
      grip.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    });
    const release = (/** @type {PointerEvent} */ event) => {
      const carried = grip?.ghost;
      grip = null;
      if (!carried) return;
      carried.remove();
      droppedAt = event.timeStamp;
      this.hands.dropped(kind, event.type === "pointerup" ? this.#squareAt(event) : null);
    };
    button.addEventListener("pointerup", release);
    button.addEventListener("pointercancel", release);
  }

  /** @param {PointerEvent} event @returns {string | null} */
  #squareAt(event) {
    return squareUnder(this.board.element.getBoundingClientRect(), this.board.look, event.clientX, event.clientY)
      .square;
  }
}
