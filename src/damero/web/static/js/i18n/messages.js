/** Every text of the interface, by key, in the browser's language; English where a translation is missing. */

import { MESSAGES as ENGLISH } from "./en.js";

/**
 * The available languages. To add one, translate `en.js` and add a line here.
 * @type {Record<string, () => Promise<{ MESSAGES: Record<string, string> }>>}
 */
const LANGUAGES = {
  en: () => import("./en.js"),
};

/** @type {Record<string, string>} */
let messages = ENGLISH;

/** The first preferred language that is available. @param {readonly string[]} preferred @returns {string} */
export const pickLanguage = (preferred) =>
  preferred.flatMap((tag) => [tag, tag.split("-")[0]]).find((tag) => tag in LANGUAGES) ?? "en";

/** @param {string} language */
export async function loadLanguage(language) {
  messages = (await LANGUAGES[language]()).MESSAGES;
}

/** @param {string} key @returns {boolean} */
export const hasText = (key) => key in messages || key in ENGLISH;

/**
 * The text for a key with its {names} filled in; a `count` of 1 prefers `key.one`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const single = values.count === 1 && hasText(`${key}.one`) ? `${key}.one` : key;
  const text = messages[single] ?? ENGLISH[single] ?? key;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The text for a key, or a fallback if there is none. @param {string} key @param {string} fallback */
export const tOr = (key, fallback) => (hasText(key) ? t(key) : fallback);
