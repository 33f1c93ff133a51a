/** The entry point: language, theme, page frame, and the page for the current address. */

import { loadLanguage, loadTexts, t } from "./i18n/messages.js";
import { ApiError, onPlayerChange } from "./net/api.js";
import { startLobbyFeed } from "./net/lobby_feed.js";
import { onLinkClick, resolve } from "./router.js";
import { onSettingsChange, settings } from "./state/settings_store.js";
import { announcer } from "./ui/announce.js";
import { challengeBadge, challengePanel } from "./ui/challenges.js";
import { button, el, link } from "./ui/element.js";
import { errorText } from "./ui/error_text.js";
import { icon } from "./ui/icons.js";
import { followAccount, languageSwitch } from "./ui/language_switch.js";
import { countTurns, setTitle, turnBadge, watchTurns } from "./ui/turn_badge.js";

/** @typedef {import("./router.js").Page} Page */

const TABS = /** @type {const} */ ([
  ["home", "/", "board"],
  ["lobby", "/lobby", "people"],
  ["watch", "/watch", "eye"],
  ["games", "/games", "list"],
  ["rules", "/rules", "book"],
  ["learn", "/learn", "cap"],
  ["puzzles", "/puzzles", "hint"],
  ["analysis", "/analysis", "search"],
  ["settings", "/settings", "cog"],
]);

/** The tabs that only wide windows have room for; the start page and *Learn* link to these pages too. */
const WIDE = ["learn", "puzzles", "analysis"];

/** @type {Record<string, () => HTMLElement>} */
const BADGES = { games: turnBadge, lobby: challengeBadge };

/** The pages that do not need all texts, with the file that they need besides that of the start page. */
const TEXTS_OF = /** @type {Record<string, "rules" | null | undefined>} */ ({ home: null, play: null, rules: "rules" });

/** Milliseconds after which a page that is still open has loaded what it needs. */
const IDLE = 8000;

const main = el("main", { id: "page", tabindex: "-1" });
const account = link("/settings#account", "", { class: "account-link", hidden: true });

/** @type {Page | null} */
let current = null;
let navigations = 0;

/** Without a step in the history, which would load the page again. @param {Event} event */
function skipMenu(event) {
  event.preventDefault();
  main.focus();
}

function renderFrame() {
  const logo = el("img", { src: "/favicon.svg", alt: "", width: 30, height: 30 });
  const tabs = el(
    "nav",
    { class: "tabs", "aria-label": t("app.menu") },
    TABS.map(([name, to, symbol]) =>
      link(to, [icon(symbol), el("span", {}, t(`nav.${name}`)), BADGES[name]?.()], {
        "data-page": name,
        class: WIDE.includes(name) ? "extra-tab" : "",
      })
    ),
  );
  const brand = link("/", [logo, t("app.name")], { class: "brand" });
  document.body.append(
    link("#page", t("app.skip"), { class: "skip-link", onclick: skipMenu }),
    el("header", { class: "top-bar" }, brand, tabs, languageSwitch(), account),
    challengePanel(),
    main,
    el("footer", { class: "footer" }, t("app.trademark")),
    announcer(),
  );
}

/** @param {string} name */
function markTab(name) {
  document.body.dataset.page = name;
  for (const tab of document.querySelectorAll(".tabs a")) {
    if (tab.getAttribute("data-page") === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

async function showPage() {
  navigations += 1;
  const navigation = navigations;
  const { route, parts } = resolve(location.pathname);
  const page = route ? await loadPage(route, parts) : notFoundPage();
  if (navigation !== navigations) return page.destroy?.();
  current?.destroy?.();
  current = page;
  markTab(route?.name ?? "");
  setTitle(page.title ? `${page.title} · ${t("app.name")}` : t("app.name"));
  main.replaceChildren(page.node);
  scrollTo(0, 0);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
  if (navigation === 1) return;
  main.focus({ preventScroll: true });
  countTurns().catch(() => {});
}

/** @param {import("./router.js").Route} route */
function textsFor({ name }) {
  const part = TEXTS_OF[name];
  return part === null ? null : loadTexts(part ?? "rest");
}

/** @param {import("./router.js").Route} route @param {string[]} parts @returns {Promise<Page>} */
async function loadPage(route, parts) {
  try {
    const [{ page }] = await Promise.all([route.load(), textsFor(route)]);
    return await page({ parts, query: new URLSearchParams(location.search), hash: location.hash.slice(1) });
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? notFoundPage(missing(error))
      : errorPage(errorText(error));
  }
}

/** @param {string} text @returns {Page} */
const errorPage = (text) => ({
  title: t("error.title"),
  node: el(
    "section",
    { class: "error-page" },
    el("h1", {}, t("error.title")),
    el("p", {}, text),
    el(
      "p",
      { class: "row" },
      button(t("error.retry"), showPage, { class: "primary" }),
      link("/", t("error.home"), { class: "button" }),
    ),
  ),
});

/** What there is not: a match, a player; the games that there are instead are listed on the start page. @param {ApiError} error */
const missing = (error) => error.code === "UNKNOWN_GAME" ? t("error.notFound") : errorText(error);

/** @param {string} [text] @returns {Page} */
const notFoundPage = (text = t("error.notFound")) => ({
  title: t("error.notFound.title"),
  node: el(
    "section",
    { class: "error-page" },
    el("h1", {}, t("error.notFound.title")),
    el("p", {}, text),
    el("p", { class: "row" }, link("/", t("error.home"), { class: "button primary" })),
  ),
});

/** @param {import("./state/settings.js").Settings} settings */
function applyTheme({ theme, board, boardSize }) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.style = board;
  document.documentElement.style.setProperty("--board-size", String(boardSize / 100));
}

/** Installs the service worker. On a later visit it keeps the rules once the page has been idle for a while. */
async function keepForOffline() {
  const visitedBefore = navigator.serviceWorker.controller !== null;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  const { connection } = /** @type {{ connection?: { saveData: boolean } }} */ (navigator);
  if (visitedBefore && !connection?.saveData) setTimeout(() => active?.postMessage("keep rules"), IDLE);
}

async function start() {
  applyTheme(settings());
  onSettingsChange(applyTheme);
  await loadLanguage(document.documentElement.lang);
  renderFrame();
  followAccount();
  onPlayerChange(({ player }) => {
    account.replaceChildren(player.name);
    account.hidden = false;
  });
  addEventListener("popstate", showPage);
  document.addEventListener("click", onLinkClick);
  await showPage();
  if ("serviceWorker" in navigator) keepForOffline().catch(() => {});
  watchTurns();
  startLobbyFeed();
}

start();
