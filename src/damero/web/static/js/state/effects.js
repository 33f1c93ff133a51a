/** The effects of a change, in the order in which they are shown: hops of pieces, fights, pauses. Pure values. */

import { afterHop } from "./view_model.js";

/** @typedef {import("./match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Ply} Ply */
/** @typedef {import("../wire.js").Shown} Shown */
/**
 * `pause`: the position before an engine's move stays for a moment. `hop`: a piece moves from one square to the next,
 * and what it jumps is removed. `fight`: the two pieces of a fight and its winner. `played`: the position after the
 * last move of the change. `shown`: the whole page follows. `over`: the game has ended.
 * @typedef {{ type: "pause", hops: number }
 *   | { type: "hop", pieces: Shown[], path: string[], last: boolean, capture: boolean, hops: number }
 *   | { type: "fight", ply: Ply } | { type: "played", ply: Ply, crowned: boolean } | { type: "shown" }
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
 * @returns {Effect[]}
 */
export function effectsOf(before, after, game) {
  const over = after.state?.outcome && before.state && !before.state.outcome;
  return [...changeEffects(before, after, game), ...(over ? [{ type: /** @type {const} */ ("over") }] : [])];
}

/** @param {MatchModel} before @param {MatchModel} after @param {Game} game @returns {Effect[]} */
function changeEffects(before, after, game) {
  if (after.viewedPly !== null) return [];
  if (before.covered && !after.covered) return fightAfterUncovering(after.record.at(-1));
  if (before.covered || before.version === 0) return [];
  if (after.sent && after.sent !== before.sent) return sentEffects(before, after, game);
  return playedEffects(before, after, game);
}

/** @param {Ply | undefined} ply @returns {Effect[]} */
const fightAfterUncovering = (ply) => ply?.fight ? [shown, { type: "fight", ply }] : [];

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
  const effects = plies.flatMap((ply) => {
    const made = isShown(ply) && !(game.hidden && ply.taken.length > 0);
    const moved = made ? [] : plyEffects(pieces, ply);
    const crowned = !game.hidden && isCrowned(pieces, ply, after.state?.view?.pieces ?? []);
    pieces = afterPly(pieces, ply);
    return [...pauseBefore(ply, after), ...moved, { type: /** @type {const} */ ("played"), ply, crowned }];
  });
  return [...effects, shown];
}

/** Whether the moved piece became another kind. @param {Shown[]} pieces @param {Ply} ply @param {Shown[]} later */
function isCrowned(pieces, { squares }, later) {
  const kindOn = (/** @type {Shown[]} */ shown, /** @type {string | undefined} */ name) =>
    shown.find(({ square }) => square === name)?.kind;
  const [before, now] = [kindOn(pieces, squares[0]), kindOn(later, squares.at(-1))];
  return squares.length > 1 && before !== undefined && now !== undefined && before !== now;
}

/** @param {Ply} ply @param {MatchModel} after @returns {Effect[]} */
function pauseBefore(ply, { state }) {
  const engine = state?.seats.find(({ seat }) => seat === ply.seat)?.player?.kind === "engine";
  return engine ? [{ type: "pause", hops: ply.squares.length - 1 }] : [];
}

/** The attacker of a fight moves only if it wins. @param {Shown[]} pieces @param {Ply} ply @returns {Effect[]} */
function plyEffects(pieces, ply) {
  const walk = hops(pieces, ply.squares, ply.taken, 0);
  if (!ply.fight) return walk;
  return [{ type: "fight", ply }, ...(isFailedAttack(ply) ? [] : walk)];
}

/** @param {Ply | undefined} ply */
export const isFailedAttack = (ply) => Boolean(ply?.fight) && ply?.fight?.winner !== ply?.fight?.attacker;

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
    hops: total,
  })).slice(made);
}

/** @param {Shown[]} pieces @param {Ply} ply @returns {Shown[]} */
function afterPly(pieces, { squares, taken, revealed, fight }) {
  const known = pieces.map((piece) => revealed.find(({ square }) => square === piece.square) ?? piece);
  if (squares.length === 1) return known;
  const [from, to] = [squares[0], squares[squares.length - 1]];
  if (!fight || fight.winner === fight.attacker) return afterHop(known, from, to, taken);
  return known.filter(({ square }) => square !== from && (square !== to || fight.winner !== null));
}

/**
 * The squares along which the player has just continued a move by one hop.
 * @param {MatchModel} before
 * @param {MatchModel} after
 * @returns {string[]}
 */
export const hopPath = (before, after) =>
  after.selected.length > before.selected.length && after.selected.length > 1 ? after.selected.slice(-2) : [];
