/** What the board shows: pieces, hints and what just happened, computed from values alone. */

import { chosen, routes } from "./match.js";
import { endSquares, movable, nextSquares } from "./selection.js";

/** @typedef {import("./match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Shown} Shown */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Ply} Ply */

/**
 * @typedef {object} Hints
 * @property {string[]} movable squares whose piece can move
 * @property {string[]} forced the same, when every move takes
 * @property {string[]} touched
 * @property {string[]} targets where it can go next
 * @property {string[]} ends where a longer way ends, if that is clear
 * @property {string[]} last the squares of the last move
 * @property {string[]} gone where the last move took something
 * @property {string[]} oblige the squares that a refusal names
 * @property {string[]} pending the way of a move that is not yet acknowledged
 */

/** @type {Readonly<Hints>} */
export const NO_HINTS = Object.freeze({
  movable: [],
  forced: [],
  touched: [],
  targets: [],
  ends: [],
  last: [],
  gone: [],
  oblige: [],
  pending: [],
});

/**
 * The pieces while a move is chosen or on its way: the piece stands where it was last touched and what it took is
 * gone. Where the result of taking is not known before, nothing moves yet.
 * @param {MatchModel} model @param {Game} game @returns {Shown[]}
 */
export function shownPieces(model, game) {
  const view = model.state?.view;
  if (!view) return [];
  const route = chosen(model);
  if (!route || route.squares.length < 2 || (game.hidden && route.taken.length > 0)) return view.pieces;
  const touched = model.sent || model.proposed ? route.squares : model.touched;
  const hops = touched.length - 1;
  const gone = route.taken.slice(0, Math.max(0, route.taken.length - (route.squares.length - 1 - hops)));
  return carried(view.pieces, touched[0], touched[hops], gone);
}

/** @param {Shown[]} pieces @param {string} from @param {string} to @param {string[]} gone @returns {Shown[]} */
function carried(pieces, from, to, gone) {
  return pieces
    .filter((piece) => piece.square === from || (piece.square !== to && !gone.includes(piece.square)))
    .map((piece) => (piece.square === from ? { ...piece, square: to } : piece));
}

/** @param {MatchModel} model @returns {Hints} */
export function hints(model) {
  const open = routes(model);
  const busy = model.sent !== null || model.proposed !== null;
  const choosing = model.touched.length > 0 && !busy;
  const last = model.record[model.record.length - 1];
  const able = choosing || busy ? [] : movable(open);
  const mustTake = open.length > 0 && open.every((route) => route.taken.length > 0);
  return {
    movable: mustTake ? [] : able,
    forced: mustTake ? able : [],
    touched: model.touched,
    targets: choosing ? nextSquares(open, model.touched) : [],
    ends: choosing ? endSquares(open, model.touched) : [],
    last: model.sent ? [] : last?.squares ?? [],
    gone: last && model.before && model.state?.view && !model.sent
      ? vanished(model.before, model.state.view, last)
      : [],
    oblige: model.notice?.squares ?? [],
    pending: model.sent?.route.squares ?? model.proposed?.squares ?? [],
  };
}

/**
 * The squares that the last move emptied besides its own start.
 * @param {View} before
 * @param {View} after
 * @param {Ply} ply
 * @returns {string[]}
 */
export function vanished(before, after, ply) {
  const occupied = new Set(after.pieces.map((piece) => piece.square));
  const own = new Set(ply.squares);
  return before.pieces.map((piece) => piece.square).filter((square) => !occupied.has(square) && !own.has(square));
}

/**
 * The kinds that a move made public: "b3=R" shows one; "e4xe5=HF" two that met, the mover's own first. Ranks that met
 * are written alike for both sides, so each is shown in its side's colour.
 * @param {Ply} ply @param {Game} game @returns {string[]}
 */
export function madePublic(ply, game) {
  const [, symbols = ""] = ply.text.split("=");
  const kinds = [...symbols].flatMap((symbol) =>
    game.pieces.filter((piece) => piece.symbol === symbol).map((piece) => piece.id)
  );
  if (kinds.length < 2) return kinds;
  const other = game.seats.find((seat) => seat !== ply.seat) ?? "";
  return [inColour(kinds[0], ply.seat, game), inColour(kinds[1], other, game)];
}

/** @param {string} kind @param {string} colour @param {Game} game @returns {string} */
function inColour(kind, colour, game) {
  const wanted = `${colour}${kind.slice(kind.indexOf("-"))}`;
  return game.pieces.some((piece) => piece.id === wanted) ? wanted : kind;
}

/**
 * Whether a seat looks at the board from its far side.
 * @param {Game} game
 * @param {string | null} seat
 * @returns {boolean}
 */
export function sitsAcross(game, seat) {
  const colours = new Set(game.pieces.map((piece) => piece.colour));
  return seat !== null && colours.has(seat) && seat !== game.pieces[0].colour;
}

/** The kinds that have left the board, counted, in the catalogue's order. @param {string[]} taken @param {Game} game */
export function counted(taken, game) {
  return game.pieces
    .map((piece) => ({ kind: piece.id, colour: piece.colour, count: taken.filter((kind) => kind === piece.id).length }))
    .filter((entry) => entry.count > 0);
}
