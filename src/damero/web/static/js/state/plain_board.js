/** What every board needs, also one on which nobody plays. */

/** @typedef {import("../wire.js").Game} Game */

/**
 * @typedef {object} Hints
 * @property {string[]} movable squares of the pieces that can move
 * @property {string[]} forced the same, when every move is a capture
 * @property {string[]} selected
 * @property {string[]} targets squares that can be selected next
 * @property {string[]} finalTargets end squares of longer moves, where they belong to one move only
 * @property {string[]} latest the squares of the latest move
 * @property {string[]} captured squares where the latest move captured something
 * @property {string[]} involved squares that explain a refusal
 * @property {string[]} zone squares on which pieces can be placed
 * @property {string[]} premoves the squares of moves that wait for the player's turn
 * @property {string[]} pending the squares of a move that the server has not played yet
 */

/** @type {Readonly<Hints>} */
export const NO_HINTS = Object.freeze({
  movable: [],
  forced: [],
  selected: [],
  targets: [],
  finalTargets: [],
  latest: [],
  captured: [],
  involved: [],
  zone: [],
  premoves: [],
  pending: [],
});

/**
 * Whether the board is turned by half a turn for this seat: the second colour of the catalogue plays from the far side.
 * @param {Game} game
 * @param {string | null} seat
 * @returns {boolean}
 */
export function isFlippedFor(game, seat) {
  const colours = new Set(game.pieces.map((piece) => piece.colour));
  return seat !== null && colours.has(seat) && seat !== game.pieces[0].colour;
}
