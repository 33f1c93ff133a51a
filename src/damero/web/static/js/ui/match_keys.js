/** The keys of a match, and the dialog that lists them. */

import { t } from "../i18n/messages.js";
import { changeSettings, settings } from "../state/settings_store.js";
import { button, el } from "./element.js";

/** @typedef {{ step: (count: number) => void, flip: () => void }} KeyActions */

/** The keys in the order of the dialog, with the keys of their texts. */
const HELP = /** @type {const} */ ([
  ["← →", "step"],
  ["F", "flip"],
  ["Z", "zen"],
  ["?", "help"],
  ["↑ ↓ ← →", "squares"],
  ["Enter", "select"],
  ["Esc", "cancel"],
  ["C", "circle"],
  ["A … A", "arrow"],
  ["Shift, Alt", "colours"],
]);

export const toggleZen = () => changeSettings({ zen: !settings().zen });

export function showKeys() {
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "keys", "aria-label": t("keys.title") }));
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  dialog.append(
    el("h2", {}, t("keys.title")),
    el(
      "dl",
      {},
      HELP.flatMap(([keys, name]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, t(`keys.${name}`))]),
    ),
    el("p", { class: "muted small" }, t("keys.pointer")),
    el("div", { class: "row" }, button(t("match.close"), close, { class: "primary" })),
  );
  dialog.addEventListener("cancel", close);
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {EventTarget | null} target @param {string} selector */
const isWithin = (target, selector) => target instanceof Element && target.closest(selector) !== null;

/** Listens to the keys of a match. @param {KeyActions} actions @returns {() => void} stops listening */
export function listenForKeys({ step, flip }) {
  /** @type {Record<string, () => void>} */
  const everywhere = { z: toggleZen, f: flip, "?": showKeys };
  /** The board and sliders use the arrow keys themselves. @type {Record<string, () => void>} */
  const offTheBoard = { ArrowLeft: () => step(-1), ArrowRight: () => step(1) };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isWithin(event.target, "input, select, textarea, dialog")) {
      return;
    }
    if (isWithin(event.target, ".board-grid, [role=radio], [role=slider]") && event.key.startsWith("Arrow")) return;
    (everywhere[event.key.toLowerCase()] ?? offTheBoard[event.key])?.();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}
