/** Drawing arrows and circles: with the right button of a mouse, or after a long press on a touch screen. */

import { colourFor } from "../state/shapes.js";
import { DRAG_THRESHOLD } from "./pointer.js";

/** @typedef {import("./shape_layer.js").ShapeLayer} ShapeLayer */

/** Milliseconds after which a touch that has not moved begins to draw. */
const LONG_PRESS = 450;
const RIGHT_BUTTON = 2;

/**
 * @param {HTMLElement} surface
 * @param {{ layer: ShapeLayer, squareAt: (event: PointerEvent) => string | null, cancelPress: () => void }} board
 *   cancelPress: ends a selection or drag that began with the same touch
 */
export function listenForShapes(surface, { layer, squareAt, cancelPress }) {
  /** @type {{ id: number, from: string, event: PointerEvent } | null} */
  let drawing = null;
  /** @type {{ timer: ReturnType<typeof setTimeout>, event: PointerEvent } | null} */
  let press = null;

  const shapeTo = (/** @type {PointerEvent} */ event) => {
    const to = squareAt(event);
    return drawing && to ? { from: drawing.from, to, colour: colourFor(event) } : null;
  };
  const begin = (/** @type {PointerEvent} */ event) => {
    const from = squareAt(event);
    if (!from) return;
    drawing = { id: event.pointerId, from, event };
    surface.setPointerCapture(event.pointerId);
    layer.setDraft(shapeTo(event));
  };
  const endPress = () => {
    if (press) clearTimeout(press.timer);
    press = null;
  };

  surface.addEventListener("contextmenu", (event) => event.preventDefault());
  surface.addEventListener("pointerdown", (event) => {
    endPress();
    if (event.button === RIGHT_BUTTON) return begin(event);
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const timer = setTimeout(() => {
      press = null;
      cancelPress();
      navigator.vibrate?.(15);
      begin(event);
    }, LONG_PRESS);
    press = { timer, event };
  });
  surface.addEventListener("pointermove", (event) => {
    const { event: start } = press ?? {};
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > DRAG_THRESHOLD) endPress();
    if (drawing?.id === event.pointerId) layer.setDraft(shapeTo(event));
  });
  const release = (/** @type {PointerEvent} */ event) => {
    endPress();
    if (drawing === null) return event.button === 0 ? layer.clear() : undefined;
    if (drawing.id !== event.pointerId) return;
    const shape = event.type === "pointerup" ? shapeTo(event) : null;
    drawing = null;
    if (shape) layer.toggle(shape);
    else layer.setDraft(null);
  };
  surface.addEventListener("pointerup", release);
  surface.addEventListener("pointercancel", release);
}
