/** The choice of a language: kept in this browser and with the account. */

import { language, languages, t } from "../i18n/messages.js";
import { me, onPlayerChange, put } from "../net/api.js";
import { confirmDialog } from "./dialog.js";
import { el } from "./element.js";
import { selectField } from "./fields.js";

const YEAR = 31_536_000;
const HERE_ONLY = "language-here-only";

/** What this browser asks every server page for; empty for its own wish. @param {string} code */
function remember(code) {
  document.cookie = `language=${code}; path=/; max-age=${code ? YEAR : 0}; samesite=lax`;
}

/** @param {string} code empty for the browser's wish */
const keepWithAccount = (code) => put("/api/me/language", { language: code || null });

/** Shows everything in another language. @param {string} code empty for the browser's wish */
async function choose(code) {
  remember(code);
  keptHereOnly(true);
  while (!(await me().then(() => keepWithAccount(code)).then(() => true, () => false))) {
    if (!(await confirmDialog(t("language.notKept"), t("error.retry")))) return location.reload();
  }
  keptHereOnly(false);
  location.reload();
}

/** @param {string} name */
const cookie = (name) => document.cookie.split("; ").find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);

/** Notes that the account does not know the choice of this browser, until the browser is closed. @param {boolean} so */
function keptHereOnly(so) {
  document.cookie = `${HERE_ONLY}=1; path=/; ${so ? "" : "max-age=0; "}samesite=lax`;
}

/** Whether somebody has chosen a language in this browser. */
const isChosen = () => cookie("language") !== undefined;

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

/** Takes over the language of the account when somebody signs in, or tells it a choice that it could not keep before. */
export function followAccount() {
  onPlayerChange(({ language: wanted }) => {
    if (cookie(HERE_ONLY)) {
      keepWithAccount(cookie("language") ?? "").then(() => keptHereOnly(false), () => {});
      return;
    }
    if (!wanted || wanted === language() || !languages().some(({ id }) => id === wanted)) return;
    remember(wanted);
    location.reload();
  });
}
