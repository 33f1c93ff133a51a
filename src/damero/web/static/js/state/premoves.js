/**
 * Premoves: pairs of squares, chosen during the opponent's turn. When the player's turn comes, the first is played if
 * exactly one legal move goes that way; otherwise all are dropped. Pure values.
 */

/** @typedef {import("./match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Route} Route */
/** @typedef {import("../wire.js").Shown} Shown */
/** @typedef {{ from: string, to: string }} Premove */

/** Premoves that can wait at once. */
const MOST = 8;

/** @param {Shown[]} pieces @param {Premove[]} premoves @returns {Shown[]} the pieces as they stand after the premoves */
export const afterPremoves = (pieces, premoves) =>
  premoves.reduce(
    (standing, { from, to }) =>
      standing
        .filter((piece) => piece.square === from || piece.square !== to)
        .map((piece) => (piece.square === from ? { ...piece, square: to } : piece)),
    pieces,
  );

/**
 * The squares of the player's own pieces while a premove can be chosen, or null. Games with hidden pieces have none.
 * @param {MatchModel} model
 * @param {Game} game
 * @returns {string[] | null}
 */
export function premovable(model, game) {
  const { state, viewer } = model;
  const waiting = state?.status === "active" && viewer.seats.length === 1 && state.moves.length === 0;
  if (game.hidden || !state?.view || model.viewedPly !== null || !(waiting || model.sent)) return null;
  const colour = state.seats.find(({ seat }) => seat === viewer.seats[0])?.colour ?? viewer.seats[0];
  const own = new Set(game.pieces.filter((piece) => piece.colour === colour).map(({ id }) => id));
  return afterPremoves(piecesAfterSent(model), model.premoves).filter(({ kind }) => own.has(kind)).map(({ square }) =>
    square
  );
}

/** @param {MatchModel} model @returns {Shown[]} */
function piecesAfterSent({ state, sent }) {
  const pieces = state?.view?.pieces ?? [];
  if (!sent) return pieces;
  const { squares } = sent.route;
  return afterPremoves(pieces, [{ from: squares[0], to: squares[squares.length - 1] }]);
}

/**
 * Choosing a square: an own piece begins a premove, the next square ends it, and any other square cancels all.
 * @param {MatchModel} model
 * @param {string} square
 * @param {string[]} own
 * @returns {MatchModel}
 */
export function selectPremove(model, square, own) {
  const from = model.premoveFrom;
  if (from === square) return { ...model, premoveFrom: null };
  if (own.includes(square)) return { ...model, premoveFrom: square };
  if (from === null) return { ...model, premoves: [] };
  return addPremove(model, from, square);
}

/** @param {MatchModel} model @param {string} from @param {string} to @returns {MatchModel} */
const addPremove = (model, from, to) => ({
  ...model,
  premoveFrom: null,
  premoves: [...model.premoves, { from, to }].slice(0, MOST),
});

/** The only move that goes from one square of the first premove to the other. @param {MatchModel} model @returns {Route | null} */
export function premovedRoute({ premoves, state }) {
  const [first] = premoves;
  const routes = (state?.moves ?? []).filter(({ squares }) =>
    squares[0] === first?.from && squares[squares.length - 1] === first.to
  );
  return routes.length > 0 && routes.every(({ text }) => text === routes[0].text) ? routes[0] : null;
}
