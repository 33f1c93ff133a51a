/** A dialog that asks for confirmation. */

import { t } from "../i18n/messages.js";
import { button, el } from "./element.js";

/**
 * @param {string} question
 * @param {string} confirm the text of the confirming button
 * @param {{ danger?: boolean }} [options] danger: what is confirmed cannot be undone
 * @returns {Promise<boolean>}
 */
export function confirmDialog(question, confirm, { danger = false } = {}) {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-label": question }));
    const close = (/** @type {boolean} */ confirmed) => {
      dialog.close();
      dialog.remove();
      resolve(confirmed);
    };
    dialog.append(
      el("p", {}, question),
      el(
        "div",
        { class: "row" },
        button(t("match.no"), () => close(false)),
        button(confirm, () => close(true), { class: danger ? "danger" : "primary" }),
      ),
    );
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
