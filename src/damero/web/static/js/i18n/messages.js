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
let plurals = new Intl.PluralRules("en");

/** The first preferred language that is available. @param {readonly string[]} preferred @returns {string} */
export const pickLanguage = (preferred) =>
  preferred.flatMap((tag) => [tag, tag.split("-")[0]]).find((tag) => tag in LANGUAGES) ?? "en";

/** @param {string} language */
export async function loadLanguage(language) {
  messages = (await LANGUAGES[language]()).MESSAGES;
  plurals = new Intl.PluralRules(language);
}

/** @param {string} key @returns {boolean} */
export const hasText = (key) => key in messages || key in ENGLISH;

/**
 * The text for a key with its {names} filled in; a `count` selects the plural form, such as `key.one`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const plural = "count" in values ? `${key}.${plurals.select(Number(values.count))}` : key;
  const found = hasText(plural) ? plural : key;
  const text = messages[found] ?? ENGLISH[found] ?? key;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The text for a key, or a fallback if there is none. @param {string} key @param {string} fallback */
export const tOr = (key, fallback) => (hasText(key) ? t(key) : fallback);
