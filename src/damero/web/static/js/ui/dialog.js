/** A question that must be answered before anything happens. */

import { say } from "../i18n/messages.js";
import { button, el } from "./element.js";

/** @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function asked(question, yes) {
  return new Promise((answer) => {
    const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-label": question }));
    const close = (/** @type {boolean} */ agreed) => {
      dialog.close();
      dialog.remove();
      answer(agreed);
    };
    dialog.append(
      el("p", {}, question),
      el(
        "div",
        { class: "row" },
        button(say("match.no"), () => close(false)),
        button(yes, () => close(true), { class: "primary" }),
      ),
    );
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
