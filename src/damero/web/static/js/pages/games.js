/** A player's own games: those that go on, and those that are over. */

import { say } from "../i18n/messages.js";
import { games, get, me } from "../net/api.js";
import { button, el } from "../ui/element.js";
import { matchRow } from "../ui/match_list.js";

/** @typedef {import("../wire.js").Summary} Summary */

/** @type {import("../router.js").MakePage} */
export async function page() {
  await me();
  const [catalogue, open] = await Promise.all([games(), get("/api/me/matches")]);
  const finished = el("ul", { class: "rows" });
  const more = button(say("games.older"), () => load());
  /** @type {string | null} */
  let next = null;
  const load = async () => {
    const answer = await get(`/api/me/history?limit=20${next === null ? "" : `&before=${encodeURIComponent(next)}`}`);
    finished.append(...answer.matches.map((/** @type {Summary} */ match) => matchRow(match, catalogue)));
    next = answer.next;
    more.hidden = next === null;
    if (finished.children.length === 0) finished.append(el("li", { class: "empty" }, say("games.none")));
  };
  await load();
  const rows = open.matches.map((/** @type {Summary} */ match) => matchRow(match, catalogue));
  return {
    title: say("games.title"),
    node: el(
      "div",
      {},
      el("header", { class: "page-head" }, el("h1", {}, say("games.title"))),
      el("h2", {}, say("games.open")),
      el("ul", { class: "rows" }, rows.length > 0 ? rows : el("li", { class: "empty" }, say("games.none"))),
      el("h2", {}, say("games.finished")),
      finished,
      more,
    ),
  };
}
