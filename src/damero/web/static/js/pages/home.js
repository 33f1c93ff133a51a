/** The start page: every game with a picture of its board, and the way to a first move. */

import { boardPicture } from "../ui/board_preview.js";
import { say, sayOr } from "../i18n/messages.js";
import { games, get, me } from "../net/api.js";
import { el, link } from "../ui/element.js";
import { matchRow } from "../ui/match_list.js";

/** @typedef {import("../wire.js").Game} Game */

const SHOWN = 5;

/** @param {Game} game */
const rulesRow = (game) =>
  el(
    "li",
    {},
    link(`/play/${game.id}`, [el("strong", {}, game.title), el("span", { class: "soft" }, game.summary)], {
      class: "ruleset",
    }),
  );

/** @param {Game[]} family */
function familyCard(family) {
  const [first] = family;
  const name = sayOr(`family.${first.family}`, first.title);
  const rest = family.slice(SHOWN);
  return el(
    "section",
    { class: "family card" },
    link(`/play/${first.id}`, boardPicture(first, say("home.picture", { game: first.title })), {
      class: "family-picture",
      "aria-label": say("play.title", { game: first.title }),
    }),
    el(
      "div",
      { class: "family-text" },
      el("h2", {}, name),
      el("p", { class: "soft" }, sayOr(`family.${first.family}.line`, first.summary)),
      el("ul", { class: "rulesets" }, family.slice(0, SHOWN).map(rulesRow)),
      rest.length > 0 &&
        el(
          "details",
          {},
          el("summary", {}, say("home.more", { count: rest.length })),
          el("ul", { class: "rulesets" }, rest.map(rulesRow)),
        ),
    ),
  );
}

/** @param {HTMLElement} holder @param {Game[]} catalogue */
async function showOwn(holder, catalogue) {
  const { matches } = await me().then(() => get("/api/me/matches")).catch(() => ({ matches: [] }));
  if (matches.length === 0) return;
  holder.replaceChildren(
    el("h2", {}, say("home.continue")),
    el(
      "ul",
      { class: "rows" },
      matches.slice(0, 4).map((/** @type {import("../wire.js").Summary} */ one) => matchRow(one, catalogue)),
    ),
  );
  holder.hidden = false;
}

/** @type {import("../router.js").MakePage} */
export async function page() {
  const catalogue = await games();
  const families = Map.groupBy(catalogue, (game) => game.family);
  const own = el("section", { class: "own", hidden: true });
  showOwn(own, catalogue);
  return {
    title: "",
    node: el(
      "div",
      { class: "home" },
      el("header", { class: "page-head" }, el("h1", {}, say("home.title")), el("p", {}, say("home.lead"))),
      own,
      el("div", { class: "families" }, [...families.values()].map(familyCard)),
    ),
  };
}
