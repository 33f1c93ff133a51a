/** An example of the rules pages as a board: a position, its legal moves and what happens after a move. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { game as gameOf, post } from "../net/api.js";
import { isNumbered } from "../state/notation.js";
import { movable } from "../state/selection.js";
import { settings } from "../state/settings_store.js";
import { NO_HINTS } from "../state/plain_board.js";
import { hideFaceDown } from "./board_preview.js";
import { button, el } from "./element.js";
import { outcomeText } from "./names.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {{ word: string, value: string }} Line */

/** The lines of an example; an indented line continues the one above. @param {string} text @returns {Line[]} */
export function exampleLines(text) {
  /** @type {Line[]} */
  const lines = [];
  for (const line of text.split("\n")) {
    const found = /^(\w+):\s*(.*)$/.exec(line);
    if (found) lines.push({ word: found[1], value: found[2].trim() });
    else if (/^\s+\S/.test(line) && lines.length > 0) lines[lines.length - 1].value += line.trim();
  }
  return lines;
}

/** @param {Line} line @param {Game} game @returns {string} */
function caption({ word, value }, game) {
  switch (word) {
    case "moves":
      return t("rules.allLegal", { moves: value === "none" ? t("rules.none") : value });
    case "legal":
      return t("rules.legal", { moves: value });
    case "illegal":
      return illegalCaption(value);
    case "play":
      return t("rules.played", { moves: value });
    case "outcome":
      return outcomeCaption(value, game.seats);
    default:
      return "";
  }
}

/** @param {string} value a move and the reason why it is illegal @returns {string} */
function illegalCaption(value) {
  const [move, ...reason] = value.split(" ");
  return t("rules.illegal", { move, reason: reason.join(" ") });
}

/** @param {string} value "open", or a winner (or "draw") and a reason @param {string[]} seats @returns {string} */
function outcomeCaption(value, seats) {
  const [winner, reason = ""] = value.split(" ");
  return winner === "open" ? "" : outcomeText({ winner: winner === "draw" ? null : winner, reason }, seats, []);
}

/** @param {string} text @returns {HTMLElement} */
export function diagram(text) {
  const holder = el("figure", { class: "diagram" });
  render(holder, exampleLines(text)).catch(() => holder.prepend(el("pre", {}, el("code", {}, text))));
  return holder;
}

/**
 * The texts of the rules pages have numbers, also for games that are written in letters.
 * @param {Game} game
 * @returns {ReturnType<typeof settings>}
 */
const asInTheText = (game) => (isNumbered(game) ? { ...settings(), coordinates: "numbers" } : settings());

/** @param {HTMLElement} holder @param {Line[]} lines */
async function render(holder, lines) {
  const value = (/** @type {string} */ word) => lines.find((line) => line.word === word)?.value;
  const game = await gameOf(value("game") ?? "");
  const board = new Board(game, asInTheText(game), null, t("rules.diagram", { game: game.title }));
  const captions = lines.map((line) => caption(line, game)).filter(Boolean);
  holder.append(board.element, el("figcaption", {}, captions.map((line) => el("p", {}, line))));
  await board.ready();
  const [start, known] = [value("position") ?? "start", value("view")];
  const text = start === "start" ? null : start;
  const show = async (/** @type {string[]} */ play) => {
    /** @type {import("../wire.js").Position} */
    const { view, moves } = await post(`/api/games/${game.id}/positions`, known ? { view: known } : { text, play });
    const hints = { ...NO_HINTS, movable: play.length > 0 ? [] : movable(moves) };
    board.show({ pieces: hideFaceDown(game, view.pieces), hints });
  };
  await show([]);
  const plays = lines.filter((line) => line.word === "play").flatMap((line) => line.value.split(/\s+/));
  if (plays.length > 0) holder.append(beforeAndAfter(show, plays));
}

/** @param {(play: string[]) => Promise<void>} show @param {string[]} plays */
function beforeAndAfter(show, plays) {
  const press = (
    /** @type {HTMLElement} */ pressed,
    /** @type {HTMLElement} */ other,
    /** @type {string[]} */ play,
  ) => {
    pressed.setAttribute("aria-pressed", "true");
    other.setAttribute("aria-pressed", "false");
    show(play);
  };
  const before = button(t("rules.before"), () => press(before, after, []), { "aria-pressed": "true" });
  const after = button(t("rules.after"), () => press(after, before, plays), { "aria-pressed": "false" });
  return el("div", { class: "row toggle" }, before, after);
}
