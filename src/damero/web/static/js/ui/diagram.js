/** An example of the rules as a board: its position, what is legal in it, and what happens when it is played. */

import { Board } from "../board/board.js";
import { say } from "../i18n/messages.js";
import { game as gameOf, post } from "../net/api.js";
import { NO_HINTS } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";
import { button, el } from "./element.js";
import { outcomeText } from "./names.js";
import { asFound } from "./board_preview.js";

/** @typedef {{ word: string, value: string }} Line */

/** The lines of an example; an indented one goes on with the line above. @param {string} text @returns {Line[]} */
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

/** @param {Line} line @returns {string} */
function caption({ word, value }) {
  switch (word) {
    case "moves":
      return say("rules.allLegal", { moves: value === "none" ? say("rules.none") : value });
    case "legal":
      return say("rules.legal", { moves: value });
    case "illegal":
      return refusal(value);
    case "play":
      return say("rules.played", { moves: value });
    case "outcome":
      return outcome(value);
    default:
      return "";
  }
}

/** A refused move, then the reason in words. @param {string} value @returns {string} */
function refusal(value) {
  const [, move, reason] = /^(\S+)\s*(.*)$/.exec(value) ?? ["", value, ""];
  return say("rules.illegal", { move, reason });
}

/** @param {string} value @returns {string} */
function outcome(value) {
  const [winner, reason = ""] = value.split(" ");
  return winner === "open" ? "" : outcomeText({ winner: winner === "draw" ? null : winner, reason }, []);
}

/** @param {string} text @returns {HTMLElement} */
export function diagram(text) {
  const lines = exampleLines(text);
  const holder = el("figure", { class: "diagram" });
  const captions = lines.map(caption).filter(Boolean);
  holder.append(el("figcaption", {}, captions.map((line) => el("p", {}, line))));
  draw(holder, lines).catch(() => holder.prepend(el("pre", {}, el("code", {}, text))));
  return holder;
}

/** @param {HTMLElement} holder @param {Line[]} lines */
async function draw(holder, lines) {
  const value = (/** @type {string} */ word) => lines.find((line) => line.word === word)?.value;
  const game = await gameOf(value("game") ?? "");
  const start = value("position") ?? "start";
  const plays = lines.filter((line) => line.word === "play").flatMap((line) => line.value.split(/\s+/));
  const board = new Board(game, settings(), null, say("rules.diagram", { game: game.title }));
  holder.prepend(board.element);
  await board.ready();
  const text = start === "start" ? null : start;
  const known = value("view");
  const show = async (/** @type {string[]} */ play) => {
    const { view, moves } = await post(`/api/games/${game.id}/positions`, known ? { view: known } : { text, play });
    const movable = play.length > 0
      ? []
      : [...new Set(moves.map((/** @type {import("../wire.js").Route} */ move) => move.squares[0]))];
    board.show({ pieces: asFound(game, view.pieces), hints: { ...NO_HINTS, movable } });
  };
  await show([]);
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
  const before = button(say("rules.before"), () => press(before, after, []), { "aria-pressed": "true" });
  const after = button(say("rules.after"), () => press(after, before, plays), { "aria-pressed": "false" });
  return el("div", { class: "row toggle" }, before, after);
}
