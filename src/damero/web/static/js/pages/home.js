/** The start page: every game with a preview of its board, and the player's own games. */

import { previewBoard } from "../ui/board_preview.js";
import { t, tOr } from "../i18n/messages.js";
import { games, get, me } from "../net/api.js";
import { el, link } from "../ui/element.js";
import { dailyPuzzle } from "../ui/daily_puzzle.js";
import { textField } from "../ui/fields.js";
import { liveBoards } from "../ui/live_boards.js";
import { matchItems } from "../ui/match_list.js";
import { quickPlay } from "../ui/quick_play.js";
import { seekList } from "../ui/seek_list.js";

/** @typedef {import("../wire.js").Game} Game */

/** Variants from which on a family takes two columns. */
const LARGE = 6;

/** @param {Game} game */
const variantItem = (game) =>
  el(
    "li",
    {},
    link(`/play/${game.id}`, [el("strong", {}, game.title), el("span", { class: "muted" }, game.summary)], {
      class: "variant",
    }),
  );

/** @param {Game[]} family */
function familyCard(family) {
  const [first] = family;
  const name = tOr(`family.${first.family}`, first.title);
  return el(
    "section",
    { class: family.length >= LARGE ? "family large card" : "family card" },
    link(`/play/${first.id}`, previewBoard(first, t("home.picture", { game: first.title })).element, {
      class: "family-picture",
      "aria-label": t("play.title", { game: first.title }),
    }),
    el(
      "div",
      { class: "family-head" },
      el("h2", {}, name),
      el("p", { class: "muted" }, tOr(`family.${first.family}.line`, first.summary)),
    ),
    el("ul", { class: "variants" }, family.map(variantItem)),
  );
}

/** Shows only the variants whose name or summary contains what was typed. @param {HTMLElement} families @param {string} text @returns {boolean} whether there is one */
function filterVariants(families, text) {
  const wanted = text.trim().toLowerCase();
  for (const item of families.querySelectorAll("li")) {
    item.hidden = !(item.textContent ?? "").toLowerCase().includes(wanted);
  }
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (families.querySelectorAll(".family"))) {
    card.hidden = !card.querySelector("li:not([hidden])");
  }
  return families.querySelector("li:not([hidden])") !== null;
}

/** @param {HTMLElement} families */
function findField(families) {
  const none = el("p", { class: "muted", role: "status" });
  const { field, input } = textField(t("home.find"), { type: "search", autocomplete: "off" });
  input.addEventListener("input", () => {
    none.textContent = filterVariants(families, input.value) ? "" : t("home.noGame");
  });
  field.classList.add("find-game");
  return [field, none];
}

/** @param {HTMLElement} holder @param {Game[]} catalogue */
async function showOwnGames(holder, catalogue) {
  const { matches } = await me().then(() => get("/api/me/matches")).catch(() => ({ matches: [] }));
  if (matches.length === 0) return;
  holder.replaceChildren(
    el("h2", {}, t("home.continue")),
    el(
      "ul",
      { class: "match-list" },
      matchItems(matches.slice(0, 4), catalogue),
    ),
  );
  holder.hidden = false;
}

/** The newest seeks, hidden while there are none. @param {Game[]} catalogue */
function openSeeks(catalogue) {
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const section = el("section", { class: "open-seeks", hidden: true }, el("h2", {}, t("home.seeks")));
  const seeks = seekList(catalogue, {
    most: 3,
    problem,
    empty: "",
    changed: (count) => {
      section.hidden = count === 0;
    },
  });
  section.append(seeks.element, problem);
  return { element: section, stop: seeks.stop };
}

/** @type {import("../router.js").MakePage} */
export async function page() {
  const catalogue = await games();
  const families = el("div", { class: "families" });
  families.append(...[...Map.groupBy(catalogue, (game) => game.family).values()].map(familyCard));
  const own = el("section", { class: "own-games", hidden: true });
  showOwnGames(own, catalogue);
  const [seeks, live] = [openSeeks(catalogue), liveBoards(catalogue)];
  return {
    title: "",
    node: el(
      "div",
      { class: "home" },
      el("header", { class: "page-head" }, el("h1", {}, t("home.title")), el("p", {}, t("home.lead"))),
      el("div", { class: "home-top" }, quickPlay(catalogue), own, dailyPuzzle(catalogue)),
      el("div", { class: "now" }, seeks.element, live.element),
      findField(families),
      families,
    ),
    destroy: () => {
      seeks.stop();
      live.stop();
    },
  };
}
