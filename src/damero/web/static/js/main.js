/** The start: language, theme, frame, and the page for the address. */

import { chosenLanguage, say, speak } from "./i18n/messages.js";
import { me } from "./net/api.js";
import { followed, resolve } from "./router.js";
import { settings, whenSettingsChange } from "./state/settings_store.js";
import { button, el, link } from "./ui/element.js";
import { icon } from "./ui/icons.js";
import { announcer } from "./ui/announce.js";
import { sentence } from "./ui/error_text.js";

/** @typedef {import("./router.js").Page} Page */

const TABS = /** @type {const} */ ([
  ["home", "/", "board"],
  ["lobby", "/lobby", "people"],
  ["watch", "/watch", "eye"],
  ["games", "/games", "list"],
  ["rules", "/rules", "book"],
  ["settings", "/settings", "cog"],
]);

const main = el("main", { id: "page", tabindex: "-1" });
const you = link("/settings", "", { class: "me" });

/** @type {Page | null} */
let current = null;
let visit = 0;

function frame() {
  const logo = el("img", { src: "/favicon.svg", alt: "", width: 30, height: 30 });
  const tabs = el(
    "nav",
    { class: "tabs", "aria-label": say("app.menu") },
    TABS.map(([name, to, symbol]) =>
      link(to, [icon(symbol), el("span", {}, say(`nav.${name}`))], { "data-page": name })
    ),
  );
  const bar = el("header", { class: "bar" }, link("/", [logo, say("app.name")], { class: "brand" }), tabs, you);
  document.body.append(link("#page", say("app.skip"), { class: "skip" }), bar, main, announcer());
}

/** @param {string} name */
function markTab(name) {
  document.body.dataset.page = name;
  for (const tab of document.querySelectorAll(".tabs a")) {
    if (tab.getAttribute("data-page") === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

async function show() {
  visit += 1;
  const mine = visit;
  const { route, parts } = resolve(location.pathname);
  const page = route ? await made(route, parts) : lost();
  if (mine !== visit) return page.leave?.();
  current?.leave?.();
  current = page;
  markTab(route?.name ?? "");
  document.title = page.title ? `${page.title} · ${say("app.name")}` : say("app.name");
  main.replaceChildren(page.node);
  scrollTo(0, 0);
  if (mine > 1) main.focus({ preventScroll: true });
}

/** @param {import("./router.js").Route} route @param {string[]} parts @returns {Promise<Page>} */
async function made(route, parts) {
  try {
    const { page } = await route.load();
    return await page({ parts, query: new URLSearchParams(location.search), hash: location.hash.slice(1) });
  } catch (problem) {
    return trouble(sentence(problem));
  }
}

/** @returns {Page} */
const lost = () => trouble(say("error.notFound"));

/** @param {string} text @returns {Page} */
const trouble = (text) => ({
  title: say("error.title"),
  node: el(
    "section",
    { class: "trouble" },
    el("h1", {}, say("error.title")),
    el("p", {}, text),
    el(
      "p",
      { class: "row" },
      button(say("error.retry"), show, { class: "primary" }),
      link("/", say("error.home"), { class: "button" }),
    ),
  ),
});

/** @param {import("./state/settings.js").Settings} chosen */
function dress(chosen) {
  if (chosen.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen.theme;
  document.documentElement.dataset.style = chosen.board;
}

async function start() {
  const language = chosenLanguage(navigator.languages);
  await speak(language);
  document.documentElement.lang = language;
  dress(settings());
  whenSettingsChange(dress);
  frame();
  addEventListener("popstate", show);
  document.addEventListener("click", followed);
  await show();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
  me().then(({ player }) => you.replaceChildren(player.name), () => {});
}

start();
