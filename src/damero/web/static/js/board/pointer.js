/** Fingers and mice on the board: a touch, or a piece lifted, carried and dropped. */

import { squareAt } from "./geometry.js";
import { MARGIN, SIDE } from "./surface.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/**
 * @typedef {object} Hands
 * @property {(square: string) => void} touched
 * @property {(square: string) => boolean} lifted whether the piece there may be carried
 * @property {(from: string, square: string | null) => void} dropped
 */

const THRESHOLD = 6;

/** @param {DOMRect} box @param {Layout} look @param {number} clientX @param {number} clientY */
export function squareUnder(box, look, clientX, clientY) {
  const scale = (look.columns * SIDE + 2 * MARGIN) / box.width;
  const x = ((clientX - box.left) * scale - MARGIN) / SIDE;
  const y = ((clientY - box.top) * scale - MARGIN) / SIDE;
  return { square: squareAt(look, x, y), x, y };
}

/**
 * @param {HTMLElement} surface the element that covers the board
 * @param {{ look: () => Layout, pieceAt: (square: string) => SVGElement | null, hands: Hands }} board
 */
export function listen(surface, { look, pieceAt, hands }) {
  /** @type {{ square: string, x: number, y: number, carried: SVGElement | null, id: number } | null} */
  let grip = null;

  const under = (/** @type {PointerEvent} */ event) =>
    squareUnder(surface.getBoundingClientRect(), look(), event.clientX, event.clientY);

  surface.addEventListener("pointerdown", (event) => {
    const { square } = under(event);
    if (event.button !== 0 || !event.isPrimary || !square) return;
    grip = { square, x: event.clientX, y: event.clientY, carried: null, id: event.pointerId };
    surface.setPointerCapture(event.pointerId);
  });

  surface.addEventListener("pointermove", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    if (!grip.carried) {
      if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < THRESHOLD) return;
      if (!hands.lifted(grip.square)) {
        grip = null;
        return;
      }
      grip.carried = pieceAt(grip.square);
      grip.carried?.classList.add("carried");
    }
    const { x, y } = under(event);
    grip.carried?.parentNode?.append(grip.carried);
    if (grip.carried) grip.carried.style.transform = `translate(${(x - 0.5) * SIDE}px, ${(y - 0.5) * SIDE}px)`;
  });

  const release = (/** @type {PointerEvent} */ event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const { square: from, carried } = grip;
    grip = null;
    const { square } = under(event);
    if (!carried) {
      if (event.type === "pointerup" && square === from) hands.touched(from);
      return;
    }
    carried.classList.remove("carried");
    hands.dropped(from, event.type === "pointerup" ? square : null);
  };
  surface.addEventListener("pointerup", release);
  surface.addEventListener("pointercancel", release);
}
