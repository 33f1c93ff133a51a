/** Matches as items of a list. */

import { t } from "../i18n/messages.js";
import { el, link } from "./element.js";
import { sharedNames } from "../state/shared_names.js";
import { controlName, originText, outcomeText, playerName, seatName } from "./names.js";

/** @typedef {import("../wire.js").Summary} Summary */
/** @typedef {import("../wire.js").Game} Game */

/** @param {Game[]} catalogue @param {string} id */
export const gameTitle = (catalogue, id) => catalogue.find((game) => game.id === id)?.title ?? id;

/** The name of a player; that of an engine stays on one line. @param {import("../wire.js").Player | null} player */
const unbroken = (player) =>
  player?.kind === "engine" ? playerName(player).replaceAll(" ", "\u00a0") : playerName(player);

/**
 * The players, who moves first in front. Two people at one device are called by their own names or by their seats.
 * @param {Summary} match @param {Game | undefined} game @returns {string}
 */
function playerNames({ id, seats, your_seats }, game) {
  const shared = your_seats.length > 1 ? sharedNames({ id, rematch_of: null }) : null;
  const inOrder = (game?.seats ?? []).flatMap((wanted) => seats.filter(({ seat }) => seat === wanted));
  const [first, second] = inOrder.map(({ seat, player }) => shared ? shared[seat] || seatName(seat) : unbroken(player));
  return second === undefined ? first : t("games.players", { first, second });
}

/** @param {Summary} match @param {Game | undefined} game @returns {string} */
function statusText(match, game) {
  const { outcome, seats, status, your_seats } = match;
  if (outcome) return outcomeText(outcome, seats.map(({ seat }) => seat), your_seats);
  if (match.invited && status === "waiting") {
    return match.your_turn ? t("challenge.received") : t("challenge.sent", { player: playerName(match.invited) });
  }
  const complete = seats.length === game?.seats.length && seats.every(({ player }) => player);
  if (status === "waiting") return t(complete ? "match.placing" : "match.waiting");
  return match.to_move ? t("match.turnOf", { seat: seatName(match.to_move) }) : t("games.inProgress");
}

const turnLabel = () => el("span", { class: "badge" }, t("match.yourTurn"));

/** @param {Summary} match @param {Game[]} catalogue @param {string} [action] the text of the link */
export function matchItem(match, catalogue, action) {
  const finished = match.outcome !== null;
  const game = catalogue.find(({ id }) => id === match.game);
  const path = finished ? `/replay/${match.id}` : `/match/${match.id}`;
  return el(
    "li",
    { class: match.your_turn ? "match-item card your-turn" : "match-item card" },
    el(
      "div",
      {},
      el("strong", {}, gameTitle(catalogue, match.game), " ", match.your_turn && turnLabel()),
      match.seats.some(({ player }) => player) && el("span", {}, playerNames(match, game)),
      el("span", { class: "muted small" }, `${statusText(match, game)} · ${controlName(match.clock)}`),
      match.imported && el("span", { class: "muted small" }, originText(match)),
    ),
    el(
      "div",
      { class: "match-links" },
      link(path, action ?? t(finished ? "games.replay" : "games.continue"), {
        class: match.your_turn ? "button primary" : "button",
      }),
      match.status === "finished" && link(`/analysis/match/${match.id}`, t("analysis.analyse"), { class: "button" }),
    ),
  );
}

/** @param {Summary[]} matches @param {Game[]} catalogue @param {string} [action] */
export const matchItems = (matches, catalogue, action) => matches.map((match) => matchItem(match, catalogue, action));
