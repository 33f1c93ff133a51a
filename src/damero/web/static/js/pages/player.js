/** A player: results against each opponent and in each game, and the latest games. */

import { t } from "../i18n/messages.js";
import { games, get, me } from "../net/api.js";
import { el, link } from "../ui/element.js";
import { gameTitle, matchItems } from "../ui/match_list.js";
import { playerName } from "../ui/names.js";
import { reportForm } from "../ui/report_form.js";

/** @typedef {import("../wire.js").Summary} Summary */
/** @typedef {{ won: number, drawn: number, lost: number }} Score */

/** @param {Summary[]} matches @returns {Score} */
export function score(matches) {
  const finished = matches.filter(({ status, your_seats }) => status === "finished" && your_seats.length === 1);
  const won = finished.filter(({ outcome, your_seats }) => outcome?.winner === your_seats[0]).length;
  const drawn = finished.filter(({ outcome }) => outcome?.winner === null).length;
  return { won, drawn, lost: finished.length - won - drawn };
}

/** @param {Summary[]} matches @param {import("../wire.js").Game[]} catalogue */
function resultTable(matches, catalogue) {
  const rows = [...Map.groupBy(matches, ({ game }) => game)].map(([game, played]) => ({ game, ...score(played) }));
  const head = ["game", "won", "drawn", "lost"].map((key) => el("th", { scope: "col" }, t(`player.${key}`)));
  const body = rows.map(({ game, won, drawn, lost }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, gameTitle(catalogue, game)),
      [won, drawn, lost].map((count) => el("td", {}, count)),
    )
  );
  const table = el("table", { class: "results" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body));
  return el("div", { class: "scrollable", tabindex: "0" }, table);
}

/** To a new game against this player, in the game that they played last. @param {string} name @param {Summary[]} matches @param {import("../wire.js").Game[]} catalogue */
const challengeLink = (name, matches, catalogue) =>
  el(
    "p",
    { class: "row" },
    link(`/play/${matches[0]?.game ?? catalogue[0].id}?player=${encodeURIComponent(name)}`, t("player.challenge"), {
      class: "button primary",
    }),
  );

/** @type {import("../router.js").MakePage} */
export async function page({ parts }) {
  /** @type {[import("../wire.js").PlayerPage, import("../wire.js").Game[], import("../wire.js").Player]} */
  const [{ player, matches }, catalogue, own] = await Promise.all([
    get(`/api/players/${encodeURIComponent(parts[0] ?? "")}`),
    games(),
    me().then((current) => current.player),
  ]);
  const name = playerName(player);
  return {
    title: name,
    node: el(
      "div",
      { class: "player-page" },
      el("header", { class: "page-head" }, el("h1", {}, name)),
      player.id !== own.id && challengeLink(player.name, matches, catalogue),
      matches.length === 0 ? el("p", { class: "empty" }, t("player.none")) : resultTable(matches, catalogue),
      matches.length > 0 && el("h2", {}, t("player.games")),
      el("ul", { class: "match-list" }, matchItems(matches, catalogue)),
      player.id !== own.id && reportForm(player.id, null),
    ),
  };
}
