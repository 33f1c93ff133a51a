/** The board in words: a label for each square, and the board as a table of text. */

import { joined, t } from "../i18n/messages.js";
import { squareText } from "../state/notation.js";
import { layoutOf } from "./geometry.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("./pieces.js").BoardPiece} BoardPiece */
/** @typedef {import("../state/view_model.js").Hints} Hints */

/** @param {Game} game @param {string} kind @returns {string} */
export const pieceName = (game, kind) => game.pieces.find((piece) => piece.id === kind)?.name ?? kind;

/**
 * For example "White king on 14, can move".
 * @param {Game} game
 * @param {string} square
 * @param {BoardPiece | undefined} piece
 * @param {Hints} hints
 * @param {import("../state/shapes.js").Shape[]} [shapes]
 */
export function squareLabel(game, square, piece, hints, shapes = []) {
  const name = squareText(game, square);
  const parts = [
    piece
      ? t("board.pieceOn", { piece: pieceName(game, piece.kind), square: name })
      : t("board.empty", { square: name }),
    ...(piece?.marks ?? []).map((mark) => t(`mark.${mark}`)),
    hints.movable.includes(square) ? t("board.canMove") : "",
    hints.forced.includes(square) ? t("board.mustTake") : "",
    hints.selected.includes(square) ? t("board.selected") : "",
    hints.targets.includes(square) || hints.finalTargets.includes(square) ? t("board.target") : "",
    hints.involved.includes(square) ? t("board.involved") : "",
    hints.premoves.includes(square) ? t("board.premove") : "",
    hints.latest.includes(square) ? t("board.latest") : "",
    ...shapes.filter(({ from }) => from === square).map((shape) => shapeText(game, shape)),
  ];
  return joined("text.enumeration", parts);
}

/** @param {Game} game @param {import("../state/shapes.js").Shape} shape @returns {string} */
function shapeText(game, { from, to, colour }) {
  const values = { colour, square: squareText(game, to) };
  return from === to ? t("board.circle", values) : t("board.arrow", values);
}

/**
 * The board as rows of text: the label of each piece, a dot for an empty square, nothing where no piece can stand.
 * @param {Game} game
 * @param {BoardPiece[]} pieces
 * @param {boolean} flipped
 */
export function textRows(game, pieces, flipped) {
  const labels = new Map(game.pieces.map((kind) => [kind.id, kind.label]));
  const standing = new Map(pieces.map((piece) => [piece.square, piece]));
  return layoutOf(game.board, { flipped }).grid.map((row) =>
    row.map((square) => {
      if (square === null) return { square: "", text: "", name: "" };
      const piece = standing.get(square);
      const shown = squareText(game, square);
      const name = piece
        ? t("board.pieceOn", { piece: pieceName(game, piece.kind), square: shown })
        : t("board.empty", { square: shown });
      return { square, text: piece ? labels.get(piece.kind) ?? "?" : "·", name };
    })
  );
}
