/** Squares and moves as players of a game write them: by letters (c3-d4), by numbers (22-18), fights by their ranks. */

import { t } from "../i18n/messages.js";
import { settings } from "./settings_store.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Fight} Fight */
/** @typedef {import("../i18n/message.js").Item} Item */
/** @typedef {import("../i18n/message.js").Value} Value */
/** @typedef {import("../i18n/message.js").Values} Values */
/** @typedef {{ text: string, squares: string[], taken: string[], fight?: Fight | null }} AnyMove */

/** A square by its number, or by its letters. */
const WRITTEN = /[a-l]?\d+/g;
/** The values of texts that name squares or moves. */
const NAMING = ["square", "squares", "origin", "target", "taken", "move", "moves", "best", "reply", "request"];

/** Whether the squares have numbers, and letters beside them. @param {Game} game */
export const isNumbered = (game) => game.board.squares.every((square) => square.letters !== null);

/**
 * Whether squares are written in letters, by the player's choice or by the custom of the game.
 * @param {Game} game
 * @param {{ coordinates: string }} [chosen]
 */
export function usesLetters(game, { coordinates } = settings()) {
  const wanted = coordinates === "letters" || (coordinates === "usual" && game.shows_letters);
  return wanted && isNumbered(game);
}

/** @param {Game} game @param {string} square @returns {string} */
export function squareText(game, square) {
  if (!usesLetters(game)) return square;
  return game.board.squares.find(({ name }) => name === square)?.letters ?? square;
}

/** The text of a move or a line, with its squares as players write them. @param {Game} game @param {string} text @returns {string} */
export function spelled(game, text) {
  if (!usesLetters(game)) return text;
  return text.replaceAll(WRITTEN, (square) => squareText(game, square)).replaceAll("x", ":");
}

/** What stands between the squares of a move. */
const JOINTS = /^[-–x×:?\s]*$/;

/**
 * The legal move that a text names by its squares alone: "e5-e6" is also an attack, "b3" turns a piece over.
 * @template {{ squares: string[] }} Move
 * @param {Game} game @param {string} text @param {Move[]} moves @returns {Move | null}
 */
export function writtenMove(game, text, moves) {
  const written = text.toLowerCase();
  if (!JOINTS.test(written.replaceAll(WRITTEN, ""))) return null;
  const nameOf = (/** @type {string} */ square) =>
    game.board.squares.find(({ name, letters }) => name === square || letters === square)?.name ?? "";
  const squares = (written.match(WRITTEN) ?? []).map(nameOf).join();
  return moves.find((move) => move.squares.join() === squares) ?? null;
}

/** @param {Game} game @param {string} name @param {Value} value @returns {Value} */
function spelledValue(game, name, value) {
  if (Array.isArray(value)) return value.map((item) => /** @type {Item} */ (spelledValue(game, name, item)));
  if (typeof value === "object" && "key" in value) return withSpelledValues(game, value);
  return typeof value === "string" && NAMING.includes(name) ? spelled(game, value) : value;
}

/**
 * The values of a text, with squares and moves as players write them.
 * @param {Game} game @param {Values} values @returns {Values}
 */
export const spelledValues = (game, values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spelledValue(game, name, value)]));

/**
 * @template {{ values?: Values }} Refusal
 * @param {Game} game @param {Refusal} refusal @returns {Refusal}
 */
export const withSpelledValues = (game, refusal) => ({
  ...refusal,
  values: spelledValues(game, refusal.values ?? {}),
});

/** @param {Game} game @param {string} kind */
const rankOf = (game, kind) => game.pieces.find(({ id }) => id === kind)?.label ?? "";

/** For example "2 × 6, 6 wins". @param {Game} game @param {Fight} fight @returns {string} */
function fightResult(game, { attacker, defender, winner }) {
  const ranks = { attacker: rankOf(game, attacker), defender: rankOf(game, defender) };
  if (winner === null) return t("fight.bothFall", ranks);
  return t("fight.result", { ...ranks, winner: rankOf(game, winner) });
}

/** @param {Game} game @param {AnyMove} move @returns {string} */
export function moveText(game, { text, squares, taken, fight }) {
  if (fight) return `${squares.join("-")} ${fightResult(game, fight)}`;
  if (!usesLetters(game)) return text;
  return squares.map((square) => squareText(game, square)).join(taken.length > 0 ? ":" : "-");
}
