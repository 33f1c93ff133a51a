/** Refusals of the server in the language of the page. */

import { hasText, locale, t } from "./messages.js";

/** @typedef {import("./message.js").Values} Values */

/**
 * The sentence of a refusal: by its key, or as the server wrote it in English.
 * @param {{ key?: string | null, values?: Values, detail?: string | null }} refusal
 */
export function refusalText({ key, values, detail }) {
  const text = key && hasText(key) ? t(key, values) : detail ?? "";
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}
