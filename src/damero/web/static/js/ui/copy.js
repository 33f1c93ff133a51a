/** Copying text. "Copied" is said only when it was; otherwise the text is shown, selected, for copying by hand. */

import { t } from "../i18n/messages.js";
import { announce } from "./announce.js";
import { button, el } from "./element.js";

/** Copies the selection, as browsers allow without the clipboard of secure pages. @param {string} text @returns {boolean} */
function copyFromField(text) {
  const focused = document.activeElement;
  const field = /** @type {HTMLTextAreaElement} */ (el("textarea", { class: "visually-hidden", readonly: true }));
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

/** @param {string} text @returns {Promise<boolean>} whether the text was copied */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

/** A field with what could not be copied. @param {string} text @param {string} label */
function copyField(text, label) {
  return /** @type {HTMLInputElement} */ (
    el("input", { class: "address", readonly: true, value: text, "aria-label": label })
  );
}

/**
 * Copies a text, or shows it in a field behind the element.
 * @param {string} text @param {HTMLElement} element @param {string} label @returns {Promise<boolean>} whether it was copied
 */
export async function copyBeside(text, element, label) {
  const copied = await copyText(text);
  const next = element.nextElementSibling;
  if (next?.classList.contains("address")) next.remove();
  if (copied) return true;
  const field = copyField(text, label);
  element.after(field);
  field.select();
  return false;
}

/** @param {string} label @param {() => string} text @param {Record<string, unknown>} [properties] */
export function copyButton(label, text, properties) {
  const copying = button(label, async () => {
    if (!await copyBeside(text(), copying, label)) return;
    copying.textContent = t("match.copied");
    announce(t("match.copied"));
  }, properties);
  return copying;
}
