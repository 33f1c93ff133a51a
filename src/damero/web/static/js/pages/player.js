/** A player: the results in each game, and the latest games. */

import { t } from "../i18n/messages.js";
import { games, get, me } from "../net/api.js";
import { el, link } from "../ui/element.js";
import { gameTitle, matchItems } from "../ui/match_list.js";
import { playerName } from "../ui/names.js";
import { reportForm } from "../ui/report_form.js";

/** @typedef {import("../wire.js").Summary} Summary */
/** @typedef {import("../wire.js").Player} Player */

/** @param {import("../wire.js").GameResults[]} results @param {import("../wire.js").Game[]} catalogue */
function resultTable(results, catalogue) {
  const head = ["game", "won", "drawn", "lost"].map((key) => el("th", { scope: "col" }, t(`player.${key}`)));
  const body = results.map(({ game, won, drawn, lost }) =>
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

/**
 * A match in the eyes of the player of this browser, and with the name that the shown player has now.
 * @param {Summary} match @param {Player} shown @param {Player} own
 */
const seenBy = (match, shown, own) => ({
  ...match,
  seats: match.seats.map(({ seat, player }) => ({ seat, player: player?.id === shown.id ? shown : player })),
  your_seats: match.seats.filter(({ player }) => player?.id === own.id).map(({ seat }) => seat),
});

/** @type {import("../router.js").MakePage} */
export async function page({ parts }) {
  /** @type {[import("../wire.js").PlayerPage, import("../wire.js").Game[], Player]} */
  const [{ player, results, matches }, catalogue, own] = await Promise.all([
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
      matches.length === 0 && el("p", { class: "empty" }, t("player.none")),
      results.length > 0 && resultTable(results, catalogue),
      matches.length > 0 && el("h2", {}, t("player.games")),
      el("ul", { class: "match-list" }, matchItems(matches.map((match) => seenBy(match, player, own)), catalogue)),
      player.id !== own.id && reportForm(player.id, null),
    ),
  };
}
