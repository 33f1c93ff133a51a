/** Refusals of the server in the language of the page. */

import { spelledValues } from "../state/notation.js";
import { hasText, locale, t } from "./messages.js";

/** @typedef {import("./message.js").Values} Values */
/** @typedef {import("../wire.js").Game} Game */

/**
 * The sentence of a refusal: by its key, or as the server wrote it in English.
 * @param {{ key?: string | null, values?: Values, detail?: string | null }} refusal
 * @param {Game | null} [game] in whose way squares and moves are written
 */
export function refusalText({ key, values = {}, detail }, game = null) {
  const told = game ? spelledValues(game, values) : values;
  const text = key && hasText(key) ? t(key, told) : detail ?? "";
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}
