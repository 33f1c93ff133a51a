/** The board in words: names of squares for those who hear it, and a board of text for those who read it line by line. */

import { say } from "../i18n/messages.js";
import { layout } from "./geometry.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("./pieces.js").BoardPiece} BoardPiece */
/** @typedef {import("../state/view_model.js").Hints} Hints */

/** @param {Game} game @param {string} kind @returns {string} */
export const kindName = (game, kind) => game.pieces.find((piece) => piece.id === kind)?.name ?? kind;

/**
 * "White king on 14, can move".
 * @param {Game} game
 * @param {string} square
 * @param {BoardPiece | undefined} piece
 * @param {Hints} hints
 */
export function spokenSquare(game, square, piece, hints) {
  const parts = [
    piece ? say("board.pieceOn", { piece: kindName(game, piece.kind), square }) : say("board.empty", { square }),
    ...(piece?.marks ?? []).map((mark) => say(`mark.${mark}`)),
    hints.movable.includes(square) ? say("board.canMove") : "",
    hints.forced.includes(square) ? say("board.mustTake") : "",
    hints.touched.includes(square) ? say("board.selected") : "",
    hints.targets.includes(square) || hints.ends.includes(square) ? say("board.target") : "",
    hints.oblige.includes(square) ? say("board.oblige") : "",
    hints.last.includes(square) ? say("board.last") : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * The rows of a table: the pieces' labels, a dot for an empty square, nothing where no piece can stand.
 * @param {Game} game
 * @param {BoardPiece[]} pieces
 * @param {boolean} turned
 */
export function textRows(game, pieces, turned) {
  const labels = new Map(game.pieces.map((kind) => [kind.id, kind.label]));
  const standing = new Map(pieces.map((piece) => [piece.square, piece]));
  return layout(game.board, { turned }).grid.map((row) =>
    row.map((square) => {
      if (square === null) return { square: "", text: "", name: "" };
      const piece = standing.get(square);
      const name = piece
        ? say("board.pieceOn", { piece: kindName(game, piece.kind), square })
        : say("board.empty", { square });
      return { square, text: piece ? labels.get(piece.kind) ?? "?" : "·", name };
    })
  );
}
