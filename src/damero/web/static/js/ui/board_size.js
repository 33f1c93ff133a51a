/** The handle at the corner of the board that changes its size: dragged, or with the arrow keys. */

import { t } from "../i18n/messages.js";
import { percent } from "../i18n/numbers.js";
import { RANGES } from "../state/settings.js";
import { changeSettings, settings } from "../state/settings_store.js";
import { el } from "./element.js";
import { icon } from "./icons.js";

const [LEAST, MOST] = RANGES.boardSize ?? [50, 100];
const STEPS = {
  ArrowLeft: -2,
  ArrowDown: -2,
  ArrowRight: 2,
  ArrowUp: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/** @param {number} size @returns {number} */
const limited = (size) => Math.round(Math.min(MOST, Math.max(LEAST, size)));

/** @param {HTMLElement} holder the element that is as wide as the board */
export function sizeHandle(holder) {
  const element = el("div", {
    class: "size-handle",
    role: "slider",
    tabindex: 0,
    "aria-label": t("match.boardSize"),
    "aria-valuemin": LEAST,
    "aria-valuemax": MOST,
    title: t("match.boardSize"),
  }, icon("resize"));
  const resize = (/** @type {number} */ size) => {
    if (limited(size) !== settings().boardSize) changeSettings({ boardSize: limited(size) });
    element.setAttribute("aria-valuenow", String(settings().boardSize));
    element.setAttribute("aria-valuetext", percent(settings().boardSize));
  };
  resize(settings().boardSize);
  listen(element, holder, resize);
  return element;
}

/** @param {HTMLElement} element @param {HTMLElement} holder @param {(size: number) => void} resize */
function listen(element, holder, resize) {
  /** @type {{ x: number, size: number, width: number } | null} */
  let drag = null;
  element.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, size: settings().boardSize, width: holder.getBoundingClientRect().width };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (!drag) return;
    // The board is centred in its column, so its edge moves by half of what it grows.
    resize((drag.size * (drag.width + 2 * (event.clientX - drag.x))) / drag.width);
  });
  const end = () => {
    drag = null;
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("keydown", (event) => {
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    resize(settings().boardSize + step);
  });
}
