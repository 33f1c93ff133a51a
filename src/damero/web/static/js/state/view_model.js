/** What the board shows: pieces, hints and the latest move, computed from the match state alone. */

import { afterPremoves } from "./premoves.js";
import { playableRoutes, selectedRoute } from "./match.js";
import { finalSquares, movable, nextSquares } from "./selection.js";

/** @typedef {import("./match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Shown} Shown */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Ply} Ply */

/** @typedef {import("./plain_board.js").Hints} Hints */

/**
 * The pieces while a move is selected or sent: the moving piece stands on the last selected square, without what it
 * has captured. Nothing moves yet where the result of a capture is not known in advance.
 * @param {MatchModel} model @param {Game} game @returns {Shown[]}
 */
export function boardPieces(model, game) {
  return model.premoves.length > 0 ? afterPremoves(piecesNow(model, game), model.premoves) : piecesNow(model, game);
}

/** @param {MatchModel} model @param {Game} game @returns {Shown[]} */
function piecesNow(model, game) {
  const view = model.state?.view;
  if (!view) return [];
  const route = selectedRoute(model);
  if (!route || route.squares.length < 2 || (game.hidden && route.taken.length > 0)) return view.pieces;
  const selected = model.sent || model.proposed ? route.squares : model.selected;
  const hops = selected.length - 1;
  const captured = route.taken.slice(0, Math.max(0, route.taken.length - (route.squares.length - 1 - hops)));
  return afterHop(view.pieces, selected[0], selected[hops], captured);
}

/** @param {Shown[]} pieces @param {string} from @param {string} to @param {string[]} captured @returns {Shown[]} */
export function afterHop(pieces, from, to, captured) {
  return pieces
    .filter((piece) => piece.square === from || (piece.square !== to && !captured.includes(piece.square)))
    .map((piece) => (piece.square === from ? { ...piece, square: to } : piece));
}

/** @param {MatchModel} model @returns {Hints} */
export function boardHints(model) {
  const routes = playableRoutes(model);
  const busy = model.sent !== null || model.proposed !== null;
  const selecting = model.selected.length > 0 && !busy;
  const latest = model.record.at(-1);
  const able = selecting || busy ? [] : movable(routes);
  const forced = mustCapture(model);
  return {
    movable: forced ? [] : able,
    forced: forced ? able : [],
    selected: model.selected,
    targets: selecting ? nextSquares(routes, model.selected) : [],
    finalTargets: selecting ? finalSquares(routes, model.selected) : [],
    latest: model.sent ? [] : latest?.squares ?? [],
    captured: latest && !model.sent && !model.takenBack ? capturedSquares(latest) : [],
    involved: model.notice?.squares ?? [],
    zone: [],
    premoves: [
      ...model.premoves.flatMap(({ from, to }) => [from, to]),
      ...(model.premoveFrom ? [model.premoveFrom] : []),
    ],
    pending: model.sent?.route.squares ?? model.proposed?.squares ?? [],
  };
}

/** @param {MatchModel} model @returns {boolean} */
export function mustCapture(model) {
  const routes = playableRoutes(model);
  return routes.length > 0 && routes.every((route) => route.taken.length > 0);
}

/** The squares that a move emptied, apart from its own. @param {Ply} ply @returns {string[]} */
export const capturedSquares = (ply) => ply.taken.filter((square) => !ply.squares.includes(square));

/** How many of each kind were captured, in the catalogue's order. @param {string[]} taken @param {Game} game */
export function countKinds(taken, game) {
  return game.pieces
    .map((piece) => ({ kind: piece.id, colour: piece.colour, count: taken.filter((kind) => kind === piece.id).length }))
    .filter((entry) => entry.count > 0);
}
