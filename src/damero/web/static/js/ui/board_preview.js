/** A board as a picture: a game's start, or any position that the server shows. */

import { Board } from "../board/board.js";
import { say } from "../i18n/messages.js";
import { post } from "../net/api.js";
import { NO_HINTS } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/pieces.js").BoardPiece} BoardPiece */

/** Pieces that lie face down, by their backs. @param {Game} game @param {BoardPiece[]} pieces @returns {BoardPiece[]} */
export function asFound(game, pieces) {
  const back = game.pieces.find((kind) => kind.colour === null);
  if (!back) return pieces;
  return pieces.map((piece) => (piece.marks?.includes(back.id) ? { square: piece.square, kind: back.id } : piece));
}

/**
 * A dealt board soon after the start, mixed and half open, since closed pieces make no picture.
 * @param {Game} game
 * @param {BoardPiece[]} pieces
 * @returns {BoardPiece[]}
 */
function halfOpen(game, pieces) {
  const back = game.pieces.find((kind) => kind.colour === null);
  if (game.start !== "dealt" || !back) return pieces;
  return pieces.map(({ square }, index) => {
    const kind = pieces[(index * 11 + 5) % pieces.length].kind;
    return { square, kind: index % 5 < 2 ? kind : back.id };
  });
}

/** The game's first position. @param {Game} game @param {string} [label] @param {string | null} [text] */
export function pictured(game, label = say("board.label", { game: game.title }), text = null) {
  const board = new Board(game, settings(), null, label);
  board.show({ pieces: [], hints: NO_HINTS });
  const position = post(`/api/games/${game.id}/positions`, { text });
  Promise.all([position, board.ready()]).then(
    ([{ view }]) =>
      board.show({ pieces: text ? asFound(game, view.pieces) : halfOpen(game, view.pieces), hints: NO_HINTS }),
    () => board.element.classList.add("unknown"),
  );
  return board;
}

/** @param {Parameters<typeof pictured>} of */
export const boardPicture = (...of) => pictured(...of).element;
