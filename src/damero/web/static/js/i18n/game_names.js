/** The names of games, pieces and levels in the language of the page. */

import { tOr } from "./messages.js";

/** @typedef {import("../wire.js").Game} Game */

/** A game of the catalogue with its names in this language. @param {Game} game @returns {Game} */
export const translated = (game) => ({
  ...game,
  title: tOr(`game_title.${game.id}`, game.title),
  summary: tOr(`game_summary.${game.id}`, game.summary),
  pieces: game.pieces.map((piece) => ({ ...piece, name: pieceName(game, piece) })),
  levels: game.levels.map((one) => ({
    ...one,
    name: tOr(`level.${one.level}`, one.name),
    strength: tOr(`level_description.${one.level}`, one.strength),
  })),
});

/**
 * Some families call a piece of the same id by another name: a king of draughts is a queen in many languages.
 * @param {Game} game
 * @param {Game["pieces"][number]} piece
 */
const pieceName = (game, piece) => tOr(`piece.${game.family}.${piece.id}`, tOr(`piece.${piece.id}`, piece.name));
