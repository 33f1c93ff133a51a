/** Seats, players, clocks and results in words. */

import { say, sayOr } from "../i18n/messages.js";

/** @typedef {import("../wire.js").Player} Player */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").TimeControl} TimeControl */
/** @typedef {import("../wire.js").Outcome} Outcome */

/** @param {string} seat @returns {string} */
export const seatName = (seat) => sayOr(`seat.${seat}`, seat);

/** @param {Player | null} player @returns {string} */
export function playerName(player) {
  if (!player) return say("player.nobody");
  return player.kind === "engine" ? say("player.engine", { level: player.level ?? 1 }) : player.name;
}

/** @param {TimeControl | null} control @returns {string} */
export function controlName(control) {
  if (!control) return say("clock.none");
  if (control.renewed) return say("clock.days", { count: Math.round(control.base / 86_400_000) });
  const minutes = Math.round((control.base / 60_000) * 10) / 10;
  return say("clock.minutes", { minutes, seconds: Math.round((control.increment || control.delay || 0) / 1000) });
}

/**
 * "White wins: no move was left".
 * @param {Outcome} outcome
 * @param {string[]} own the viewer's seats
 * @returns {string}
 */
export function outcomeText(outcome, own) {
  const reason = sayOr(`reason.${outcome.reason}`, outcome.reason);
  if (outcome.reason === "aborted") return say("match.aborted");
  if (outcome.winner === null) return `${say("match.draw")}: ${reason}`;
  if (own.length !== 1) return `${say("match.won", { seat: seatName(outcome.winner) })}: ${reason}`;
  return `${own[0] === outcome.winner ? say("match.youWon") : say("match.youLost")}: ${reason}`;
}
