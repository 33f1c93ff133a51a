/** A board as a picture: a game's start, or any position that the server shows. */

import { Board } from "../board/board.js";
import { say } from "../i18n/messages.js";
import { post } from "../net/api.js";
import { NO_HINTS } from "../state/shown.js";
import { settings } from "../state/store.js";

/** @typedef {import("../wire.js").Game} Game */

/** The game's first position. @param {Game} game @param {string} [label] @param {string | null} [text] */
export function boardPicture(game, label = say("board.label", { game: game.title }), text = null) {
  const board = new Board(game, settings(), null, label);
  board.show({ pieces: [], hints: NO_HINTS });
  const position = post(`/api/games/${game.id}/positions`, { text });
  Promise.all([position, board.ready()]).then(
    ([{ view }]) => board.show({ pieces: view.pieces, hints: NO_HINTS }),
    () => board.element.classList.add("unknown"),
  );
  return board.element;
}
