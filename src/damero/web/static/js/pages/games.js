/** The player's own games: in progress and finished. */

import { t } from "../i18n/messages.js";
import { games, get, me } from "../net/api.js";
import { button, el, link } from "../ui/element.js";
import { gameSearch, opponentNames } from "../ui/game_search.js";
import { importForm } from "../ui/import_form.js";
import { matchItems } from "../ui/match_list.js";

/** @typedef {import("../wire.js").Game} Game */

/** The finished games, page by page, with a search. @param {Game[]} catalogue */
async function finishedGames(catalogue) {
  const list = el("ul", { class: "match-list", "aria-live": "polite" });
  /** @type {number | null} */
  let next = null;
  let query = "";
  const load = async () => {
    const asked = query;
    /** @type {import("../wire.js").Summaries} */
    const reply = await get(`/api/me/history?limit=20${asked}${next === null ? "" : `&before=${next}`}`);
    if (asked !== query) return;
    list.append(...matchItems(reply.matches, catalogue));
    next = reply.next;
    more.hidden = next === null;
    search.suggest(opponentNames(reply.matches));
    if (list.children.length > 0) return;
    list.append(el("li", { class: "empty" }, t(query ? "search.none" : "games.noneFinished")));
    search.element.hidden = !query;
  };
  const more = button(t("games.older"), load);
  const search = gameSearch(catalogue, (wanted) => {
    [query, next] = [wanted, null];
    list.replaceChildren();
    load().catch(() => {});
  });
  await load();
  return [search.element, list, more];
}

/** Takes a file that is dropped anywhere on the page. @param {HTMLElement} node @param {(file: File) => void} dropped */
function acceptFiles(node, dropped) {
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    node.classList.add("dropping");
  };
  const left = () => node.classList.remove("dropping");
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    left();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) dropped(file);
  };
  const listeners = /** @type {const} */ ([["dragover", over], ["dragleave", left], ["drop", drop]]);
  for (const [name, listener] of listeners) addEventListener(name, /** @type {EventListener} */ (listener));
  return () => {
    for (const [name, listener] of listeners) removeEventListener(name, /** @type {EventListener} */ (listener));
  };
}

/** @type {import("../router.js").MakePage} */
export async function page() {
  await me();
  const [catalogue, open] = await Promise.all([games(), get("/api/me/matches")]);
  const items = matchItems(open.matches, catalogue);
  const none = el("li", { class: "empty" }, t("games.noneInProgress"), link("/", t("match.new"), { class: "button" }));
  const imports = importForm();
  const node = el(
    "div",
    {},
    el(
      "header",
      { class: "page-head" },
      el("h1", {}, t("games.title")),
      el("p", {}, link("/analysis", t("analysis.title"))),
    ),
    el("h2", {}, t("games.inProgress")),
    el("ul", { class: "match-list" }, items.length > 0 ? items : none),
    el("h2", {}, t("games.finished")),
    ...(await finishedGames(catalogue)),
    imports.element,
  );
  return { title: t("games.title"), node, destroy: acceptFiles(node, imports.dropped) };
}
