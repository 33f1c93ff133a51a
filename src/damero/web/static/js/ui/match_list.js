/** Matches as rows of a list. */

import { say } from "../i18n/messages.js";
import { el, link } from "./element.js";
import { controlName, outcomeText, playerName } from "./names.js";

/** @typedef {import("../wire.js").Summary} Summary */
/** @typedef {import("../wire.js").Game} Game */

/** @param {Game[]} catalogue @param {string} id */
export const titleOf = (catalogue, id) => catalogue.find((game) => game.id === id)?.title ?? id;

/** @param {Summary} match @returns {string} */
export function versus(match) {
  const [first = "", second = ""] = match.seats.map(({ player }) => playerName(player));
  return say("games.versus", { first, second });
}

/** @param {Summary} match @returns {string} */
function state(match) {
  if (match.outcome) return outcomeText(match.outcome, match.your_seats);
  const complete = match.seats.length > 0 && match.seats.every(({ player }) => player);
  if (match.status === "waiting") return say(complete ? "match.placing" : "match.waiting");
  return say("home.playing");
}

/** @param {Summary} match @param {Game[]} catalogue @param {{ to?: string, action?: string }} [how] */
export function matchRow(match, catalogue, how = {}) {
  const finished = match.outcome !== null;
  const to = how.to ?? (finished ? `/replay/${match.id}` : `/match/${match.id}`);
  const action = how.action ?? say(finished ? "games.replay" : "games.resume");
  return el(
    "li",
    { class: "match-row card" },
    el(
      "div",
      {},
      el("strong", {}, titleOf(catalogue, match.game)),
      match.seats.some(({ player }) => player) && el("span", {}, versus(match)),
      el("span", { class: "soft small" }, `${state(match)} · ${controlName(match.clock)}`),
    ),
    link(to, action, { class: "button" }),
  );
}
