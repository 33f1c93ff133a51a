/** Every text that people read, by key, in the browser's language; English where a language or a text is missing. */

import { MESSAGES as ENGLISH } from "./en.js";

/**
 * The languages there are; another is one more file and one more line.
 * @type {Record<string, () => Promise<{ MESSAGES: Record<string, string> }>>}
 */
const LANGUAGES = {
  en: () => import("./en.js"),
};

/** @type {Record<string, string>} */
let messages = ENGLISH;

/** The first of the wanted languages that there is. @param {readonly string[]} wanted @returns {string} */
export const chosenLanguage = (wanted) =>
  wanted.flatMap((tag) => [tag, tag.split("-")[0]]).find((tag) => tag in LANGUAGES) ?? "en";

/** @param {string} language */
export async function speak(language) {
  messages = (await LANGUAGES[language]()).MESSAGES;
}

/** @param {string} key @returns {boolean} */
export const isKnown = (key) => key in messages || key in ENGLISH;

/**
 * The text of a key with its {names} filled in; `count` chooses between `key.one` and `key`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const single = values.count === 1 && isKnown(`${key}.one`) ? `${key}.one` : key;
  const text = messages[single] ?? ENGLISH[single] ?? key;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The text of a key, or another text where the catalogue has none. @param {string} key @param {string} otherwise */
export const sayOr = (key, otherwise) => (isKnown(key) ? say(key) : otherwise);
