/** The small marks on hidden pieces, shown only where they tell something. Pure values. */

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/pieces.js").BoardPiece} BoardPiece */

/** What both players know of a piece whose rank may be hidden. */
export const KNOWLEDGE_MARKS = ["moved", "revealed"];
/** How the catalogue labels a piece whose kind is not known. */
const UNKNOWN = "?";

/**
 * The pieces without marks that tell nothing: on a piece whose rank the viewer sees, they only repeat it.
 * @param {Game} game
 * @param {BoardPiece[]} pieces
 * @returns {BoardPiece[]}
 */
export function withInformativeMarks(game, pieces) {
  const unknown = new Set(game.pieces.filter(({ label }) => label === UNKNOWN).map(({ id }) => id));
  return pieces.map((piece) => {
    const marks = (piece.marks ?? []).filter((mark) => unknown.has(piece.kind) || !KNOWLEDGE_MARKS.includes(mark));
    return { ...piece, marks };
  });
}

/** The marks that a legend explains, each once. @param {BoardPiece[]} pieces @returns {string[]} */
export const marksOn = (pieces) =>
  KNOWLEDGE_MARKS.filter((mark) => pieces.some((piece) => piece.marks?.includes(mark)));
