/** Mouse and touch input on the board: selecting a square, or dragging a piece. */

import { squareAt } from "./geometry.js";
import { MARGIN, SIDE } from "./surface.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/**
 * @typedef {object} PointerHandlers
 * @property {(square: string) => void} selected
 * @property {(square: string) => boolean} dragStarted returns whether the piece can be dragged
 * @property {(from: string, square: string | null) => void} dropped null: outside the board
 */

/** Pixels that a pointer moves before a press becomes a drag. */
export const DRAG_THRESHOLD = 6;

/** @param {DOMRect} box @param {Layout} layout @param {number} clientX @param {number} clientY */
export function squareUnder(box, layout, clientX, clientY) {
  const scale = (layout.columns * SIDE + 2 * MARGIN) / box.width;
  const x = ((clientX - box.left) * scale - MARGIN) / SIDE;
  const y = ((clientY - box.top) * scale - MARGIN) / SIDE;
  return { square: squareAt(layout, x, y), x, y };
}

/**
 * @param {HTMLElement} surface the element over the whole board
 * @param {{ layout: () => Layout, pieceAt: (square: string) => SVGElement | null, handlers: PointerHandlers }} board
 * @returns {() => void} ends the current press without selecting anything
 */
export function listen(surface, { layout, pieceAt, handlers }) {
  /** @type {{ square: string, x: number, y: number, piece: SVGElement | null, id: number } | null} */
  let drag = null;

  const under = (/** @type {PointerEvent} */ event) =>
    squareUnder(surface.getBoundingClientRect(), layout(), event.clientX, event.clientY);

  surface.addEventListener("pointerdown", (event) => {
    const { square } = under(event);
    if (event.button !== 0 || !event.isPrimary || !square) return;
    drag = { square, x: event.clientX, y: event.clientY, piece: null, id: event.pointerId };
    surface.setPointerCapture(event.pointerId);
  });

  surface.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.piece) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_THRESHOLD) return;
      if (!handlers.dragStarted(drag.square)) {
        drag = null;
        return;
      }
      drag.piece = pieceAt(drag.square);
      drag.piece?.classList.add("dragged");
    }
    const { x, y } = under(event);
    drag.piece?.parentNode?.append(drag.piece);
    if (drag.piece) drag.piece.style.transform = `translate(${(x - 0.5) * SIDE}px, ${(y - 0.5) * SIDE}px)`;
  });

  const release = (/** @type {PointerEvent} */ event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { square: from, piece } = drag;
    drag = null;
    const { square } = under(event);
    if (!piece) {
      if (event.type === "pointerup" && square === from) handlers.selected(from);
      return;
    }
    piece.classList.remove("dragged");
    handlers.dropped(from, event.type === "pointerup" ? square : null);
  };
  surface.addEventListener("pointerup", release);
  surface.addEventListener("pointercancel", release);
  return () => {
    drag = null;
  };
}
