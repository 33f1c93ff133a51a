/** The choice of a language: kept in this browser and with the account. */

import { language, languages, t } from "../i18n/messages.js";
import { me, onPlayerChange, put } from "../net/api.js";
import { el } from "./element.js";
import { selectField } from "./fields.js";

const YEAR = 31_536_000;

/** What this browser asks every server page for; empty for its own wish. @param {string} code */
function remember(code) {
  document.cookie = `language=${code}; path=/; max-age=${code ? YEAR : 0}; samesite=lax`;
}

/** Shows everything in another language. @param {string} code empty for the browser's wish */
async function choose(code) {
  remember(code);
  await me().then(() => put("/api/me/language", { language: code || null })).catch(() => {});
  location.reload();
}

/** Whether somebody has chosen a language in this browser. */
const isChosen = () => document.cookie.split("; ").some((one) => one.startsWith("language="));

/** The switch in the header of every page. */
export const languageSwitch = () =>
  el(
    "select",
    {
      class: "language-switch",
      "aria-label": t("language.title"),
      hidden: languages().length < 2,
      onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value),
    },
    languages().map(({ id, name }) => el("option", { value: id, lang: id, selected: id === language() }, name)),
  );

/** The same choice in the settings, where the browser's wish can be followed again. */
export function languageField() {
  const choices = languages().map(({ id, name }) => ({ value: id, text: name }));
  const byBrowser = { value: "", text: t("language.browser") };
  return selectField(t("language.title"), [byBrowser, ...choices], isChosen() ? language() : "", choose);
}

/** Takes over the language of the account when somebody signs in. */
export function followAccount() {
  onPlayerChange(({ language: wanted }) => {
    if (!wanted || wanted === language() || !languages().some(({ id }) => id === wanted)) return;
    remember(wanted);
    location.reload();
  });
}
