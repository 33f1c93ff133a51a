/** Every text of the interface, by key, in the language of the page. The texts are in `damero/texts/LANGUAGE.json`. */

import { translate } from "./message.js";

/** @typedef {import("./message.js").Values} Values */
/** @typedef {{ id: string, name: string }} LanguageName */
/** @typedef {"rules" | "rest"} Part a file of texts: those of the rules, or all that the start page does not need */

/**
 * What the server makes of the file of a language, with English texts in place of missing ones.
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {string} locale
 * @property {readonly string[]} quotes
 * @property {string} [game] the game that speakers of the language know best
 * @property {readonly LanguageName[]} languages all that there are
 * @property {Record<string, string>} texts those of the start page, until the others are loaded
 */

/** @type {Catalogue} */
let catalogue = { language: "en", locale: "en", quotes: ["'", "'"], languages: [], texts: {} };
/** What was loaded besides. @type {Map<Part, Promise<void>>} */
const loaded = new Map();

/** @param {Catalogue} chosen */
export function useCatalogue(chosen) {
  catalogue = chosen;
}

/** @param {string} language one that the server has */
export async function loadLanguage(language) {
  useCatalogue(await load(language, "start"));
}

/** Loads texts that the start page does not need, once. @param {Part} part @returns {Promise<void>} */
export function loadTexts(part) {
  const known = loaded.get("rest") ?? loaded.get(part);
  if (known) return known;
  const loading = load(catalogue.language, part).then(({ texts }) =>
    useCatalogue({ ...catalogue, texts: { ...catalogue.texts, ...texts } })
  );
  loaded.set(part, loading);
  loading.catch(() => loaded.delete(part));
  return loading;
}

/** Loads all texts that the start page does not need. */
export const loadAllTexts = () => loadTexts("rest");

/** @param {string} language @param {"start" | Part} part */
async function load(language, part) {
  const answer = await fetch(new URL(`../../texts/${language}/${part}.json`, import.meta.url));
  return await answer.json();
}

/** The code of the language of the page. */
export const language = () => catalogue.language;

/** All languages that there are. */
export const languages = () => catalogue.languages;

/** The id of the game that speakers of the language know best. */
export const gameOfLanguage = () => catalogue.game;

/** The code by which `Intl` knows the language of the page. */
export const locale = () => catalogue.locale;

/** @param {string} key @returns {boolean} */
export const hasText = (key) => key in catalogue.texts;

/**
 * The text for a key, with its values filled in.
 * @param {string} key
 * @param {Values} [values]
 */
export const t = (key, values) =>
  translate({ key, values }, {
    locale: catalogue.locale,
    quotes: catalogue.quotes,
    text: (other) => catalogue.texts[other],
  });

/**
 * Parts after one another, separated as the language does.
 * @param {"text.enumeration" | "text.sentences" | "text.following"} key  parts with commas, with stops, or whole sentences
 * @param {string[]} parts
 */
export const joined = (key, parts) => {
  const [last = "", ...before] = parts.filter(Boolean).reverse();
  return before.reduce((rest, first) => t(key, { first, rest }), last);
};

/** The text for a key, or a fallback if there is none. @param {string} key @param {string} fallback */
export const tOr = (key, fallback) => (hasText(key) ? t(key) : fallback);
