/** Boards that only show a position: the start of a game, or any position. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { post } from "../net/api.js";
import { settings } from "../state/settings_store.js";
import { NO_HINTS } from "../state/plain_board.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/pieces.js").BoardPiece} BoardPiece */

/** Shows the back of every face-down piece. @param {Game} game @param {BoardPiece[]} pieces @returns {BoardPiece[]} */
export function hideFaceDown(game, pieces) {
  const back = game.pieces.find((kind) => kind.colour === null);
  if (!back) return pieces;
  return pieces.map((piece) => (piece.marks?.includes(back.id) ? { square: piece.square, kind: back.id } : piece));
}

/**
 * A dealt game as if it had begun, with some pieces revealed, because face-down pieces make a dull picture.
 * @param {Game} game
 * @param {BoardPiece[]} pieces
 * @returns {BoardPiece[]}
 */
function partlyRevealed(game, pieces) {
  const back = game.pieces.find((kind) => kind.colour === null);
  if (game.start !== "dealt" || !back) return pieces;
  return pieces.map(({ square }, index) => {
    const kind = pieces[(index * 11 + 5) % pieces.length].kind;
    return { square, kind: index % 5 < 2 ? kind : back.id };
  });
}

/** Calls the function once the element is visible, so that a first visit loads only the pieces that it shows. @param {Element} element @param {() => void} load */
function whenVisible(element, load) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    load();
  });
  observer.observe(element);
}

/** @param {Game} game @param {string} [label] @param {string | null} [text] a position; null for the start position */
export function previewBoard(game, label = t("board.label", { game: game.title }), text = null) {
  const board = new Board(game, settings(), null, label);
  board.show({ pieces: [], hints: NO_HINTS });
  whenVisible(board.element, () => {
    const position = post(`/api/games/${game.id}/positions`, { text });
    Promise.all([position, board.ready()]).then(([{ view }]) => {
      const pieces = text ? hideFaceDown(game, view.pieces) : partlyRevealed(game, view.pieces);
      board.show({ pieces, hints: NO_HINTS });
    }, () => {});
  });
  return board;
}
