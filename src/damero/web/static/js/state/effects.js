/** The effects of a change, in the order in which they are shown: hops of pieces, fights, pauses. Pure values. */

import { afterHop, boardPieces, fightOf } from "./view_model.js";

/** @typedef {import("./match.js").MatchModel} MatchModel */
/** @typedef {import("./view_model.js").Fight} Fight */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Ply} Ply */
/** @typedef {import("../wire.js").Shown} Shown */
/**
 * `pause`: the position before an engine's move stays for a moment. `hop`: a piece moves from one square to the next,
 * and what it jumps is removed. `fight`: the two pieces of a fight and its winner. `played`: the position after the
 * last move of the change. `shown`: the whole page follows. `over`: the game has ended.
 * @typedef {{ type: "pause" } | { type: "hop", pieces: Shown[], path: string[], last: boolean, capture: boolean }
 *   | { type: "fight", fight: Fight } | { type: "played", ply: Ply, fight: Fight | null } | { type: "shown" }
 *   | { type: "over" }} Effect
 */

/** More new moves than these, after a long absence, are not shown one by one. */
const MOST_PLIES = 3;

/**
 * What is shown between two states of a match; empty if the new state can be shown at once. On a shared device, the
 * player to move sees the fight that the board was covered for.
 * @param {MatchModel} before
 * @param {MatchModel} after
 * @param {Game} game
 * @param {Fight | null} [latest] the fight of the latest move
 * @returns {Effect[]}
 */
export function effectsOf(before, after, game, latest = null) {
  const over = after.state?.outcome && before.state && !before.state.outcome;
  return [...changeEffects(before, after, game, latest), ...(over ? [{ type: /** @type {const} */ ("over") }] : [])];
}

/** @param {MatchModel} before @param {MatchModel} after @param {Game} game @param {Fight | null} latest @returns {Effect[]} */
function changeEffects(before, after, game, latest) {
  if (after.viewedPly !== null) return [];
  if (before.covered && !after.covered) return latest ? [shown, { type: "fight", fight: latest }] : [];
  if (before.covered || before.version === 0) return [];
  if (after.sent && after.sent !== before.sent) return sentEffects(before, after, game);
  return playedEffects(before, after, game);
}

/** @type {Effect} */
const shown = { type: "shown" };

/** A move of the player's own is shown before the server has played it. @param {MatchModel} before @param {MatchModel} after @param {Game} game */
function sentEffects(before, after, game) {
  const route = after.sent?.route;
  const pieces = before.state?.view?.pieces ?? [];
  if (!route || (game.hidden && route.taken.length > 0)) return [];
  const made = Math.max(0, (before.proposed ? route.squares.length : before.selected.length) - 1);
  return [...hops(pieces, route.squares, route.taken, made), shown];
}

/** @param {MatchModel} before @param {MatchModel} after @param {Game} game @returns {Effect[]} */
function playedEffects(before, after, game) {
  const plies = after.record.slice(before.record.length);
  if (plies.length === 0 || plies.length > MOST_PLIES || !before.state?.view) return [];
  const isShown = (/** @type {Ply} */ ply) => before.sent?.route.squares.join() === ply.squares.join();
  let pieces = before.state.view.pieces;
  const effects = plies.flatMap((ply, index) => {
    const last = index === plies.length - 1;
    const fight = fightOf(ply, { pieces }, last ? after.state?.view ?? null : null, game);
    const made = isShown(ply) && boardPieces(before, game) !== before.state?.view?.pieces;
    const moved = made ? [] : plyEffects(pieces, ply, fight);
    pieces = afterPly(pieces, ply);
    return [...pauseBefore(ply, after), ...moved, { type: /** @type {const} */ ("played"), ply, fight }];
  });
  return [...effects, shown];
}

/** @param {Ply} ply @param {MatchModel} after @returns {Effect[]} */
function pauseBefore(ply, { state }) {
  const engine = state?.seats.find(({ seat }) => seat === ply.seat)?.player?.kind === "engine";
  return engine ? [{ type: "pause" }] : [];
}

/** @param {Shown[]} pieces @param {Ply} ply @param {Fight | null} fight @returns {Effect[]} */
function plyEffects(pieces, ply, fight) {
  if (!fight) return hops(pieces, ply.squares, ply.taken, 0);
  const walk = fight.winner === "attacker" ? hops(pieces, ply.squares, ply.taken, 0) : [];
  return [{ type: "fight", fight }, ...walk];
}

/**
 * The hops of a move after the first `made` of them.
 * @param {Shown[]} pieces @param {string[]} squares @param {string[]} taken @param {number} made @returns {Effect[]}
 */
export function hops(pieces, squares, taken, made) {
  const total = squares.length - 1;
  return squares.slice(1).map((to, index) => ({
    type: /** @type {const} */ ("hop"),
    path: [squares[index], to],
    pieces: afterHop(pieces, squares[0], to, taken.slice(0, Math.max(0, taken.length - (total - index - 1)))),
    last: index === total - 1,
    capture: taken.length > 0,
  })).slice(made);
}

/** @param {Shown[]} pieces @param {Ply} ply @returns {Shown[]} */
function afterPly(pieces, { squares, taken, revealed }) {
  const known = pieces.map((piece) => revealed.find(({ square }) => square === piece.square) ?? piece);
  return squares.length > 1 ? afterHop(known, squares[0], squares[squares.length - 1], taken) : known;
}
