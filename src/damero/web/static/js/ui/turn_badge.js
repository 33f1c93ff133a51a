/** How many games wait for this player: a badge in the main menu and a number in the tab title. */

import { t } from "../i18n/messages.js";
import { get, me } from "../net/api.js";
import { el } from "./element.js";

/** Milliseconds between two questions while the page is visible. */
const REFRESH = 20_000;

const badge = el("span", { class: "badge", hidden: true });
let turns = 0;
let title = "";

/** The badge for the menu. */
export const turnBadge = () => badge;

/** Shows a title in the tab, after the number of games that wait. @param {string} text */
export function setTitle(text) {
  title = text;
  document.title = turns > 0 ? `(${turns}) ${title}` : title;
}

/** Counts the games in which it is this player's turn, apart from the one that is open. */
export async function countTurns() {
  await me();
  /** @type {import("../wire.js").Summaries} */
  const { matches } = await get("/api/me/matches");
  const open = location.pathname.split("/").pop();
  turns = matches.filter((match) => match.your_turn && match.id !== open).length;
  badge.hidden = turns === 0;
  badge.replaceChildren(
    el("span", { "aria-hidden": "true" }, String(turns)),
    el("span", { class: "visually-hidden" }, ` ${t("nav.turns", { count: turns })}`),
  );
  setTitle(title);
}

/** Keeps the badge up to date. */
export function watchTurns() {
  const refresh = () => document.hidden || countTurns().catch(() => {});
  setInterval(refresh, REFRESH);
  document.addEventListener("visibilitychange", refresh);
  refresh();
}
