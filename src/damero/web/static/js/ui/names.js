/** Seats, players, time controls and results in words. */

import { hasText, joined, t, tOr } from "../i18n/messages.js";
import { sharedNames } from "../state/shared_names.js";

/** @typedef {import("../wire.js").Player} Player */
/** @typedef {import("../wire.js").TimeControl} TimeControl */
/** @typedef {import("../wire.js").Outcome} Outcome */

/** @param {string} seat @returns {string} */
export const seatName = (seat) => tOr(`seat.${seat}`, seat);

/** @param {Player | null} player @returns {string} */
export function playerName(player) {
  if (!player) return t("player.nobody");
  return player.kind === "engine" ? t("player.engine", { level: player.level ?? 1 }) : player.name;
}

/**
 * The name of the player on a seat. Two people who share a device have names of their own, or are called by their seats.
 * @param {Pick<import("../state/match.js").MatchModel, "match" | "state" | "viewer">} model
 * @param {string} seat
 */
export function nameOfSeat({ match, state, viewer }, seat) {
  if (viewer.seats.length > 1 && match) return sharedNames(match)[seat] || seatName(seat);
  return playerName(state?.seats.find((place) => place.seat === seat)?.player ?? null);
}

/** @param {TimeControl | null} control @returns {string} */
export function controlName(control) {
  if (!control) return t("clock.none");
  if (control.renewed) return t("clock.perMove", { count: Math.round(control.base / 86_400_000) });
  const minutes = Math.round((control.base / 60_000) * 10) / 10;
  const [seconds, delay] = [control.increment, control.delay].map((time = 0) => Math.round(time / 1000));
  return t(delay ? "clock.perPlayer.delay" : "clock.perPlayer", { minutes, seconds, delay });
}

/**
 * For example "White resigned. You win." or "Draw by agreement."
 * @param {Outcome} outcome
 * @param {string[]} seats the seats of the game
 * @param {string[]} own the viewer's seats
 * @returns {string}
 */
export function outcomeText(outcome, seats, own) {
  const why = reasonText(outcome, seats, own);
  if (outcome.winner === null) return why;
  const result = resultFor(outcome.winner, own);
  const winner = seatName(outcome.winner);
  return joined("text.following", [why, t(result ? `match.${result}` : "match.winner", { winner })]);
}

/**
 * Why a game ended as it did, without saying who won: "White resigned."
 * @param {Outcome} outcome
 * @param {string[]} seats
 * @param {string[]} own
 * @returns {string}
 */
export function reasonText({ winner, reason }, seats, own) {
  if (winner === null) return tOr(`draw.${reason}`, t("match.draw"));
  const loser = seats.find((seat) => seat !== winner) ?? "";
  const key = [`win.${reason}.${resultFor(winner, own)}`, `win.${reason}`].find(hasText);
  return key ? t(key, { winner: seatName(winner), loser: seatName(loser) }) : "";
}

/** What the end is for a viewer with one seat; empty for others. @param {string} winner @param {string[]} own */
const resultFor = (winner, own) => (own.length !== 1 ? "" : own[0] === winner ? "won" : "lost");

/**
 * Whether a game was imported, and whether this server vouches for it; empty for a game that was played here.
 * @param {{ imported: boolean, verified: boolean }} match @returns {string}
 */
export function originText({ imported, verified }) {
  if (!imported) return "";
  return t(verified ? "match.imported" : "match.importedUnverified");
}
