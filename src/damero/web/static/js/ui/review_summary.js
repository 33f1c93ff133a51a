/** What a review says: the accuracy of each side, mistakes, key moments, and what chance decided. */

import { joined, t } from "../i18n/messages.js";
import { percent, scoreText } from "../i18n/numbers.js";
import { moveText, spelled, spelledValues } from "../state/notation.js";
import { chanceMoves, fights, mistakesOf } from "../state/review.js";
import { button, el } from "./element.js";
import { turns } from "./move_list.js";
import { seatName } from "./names.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Review} Review */
/** @typedef {import("../wire.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../wire.js").ReviewedSeat} ReviewedSeat */

/** The most moves of a line that are shown. */
const LONGEST = 7;

/** Names a move by its number in the list of moves, its text and its mark. @typedef {(move: ReviewedMove) => string} NameOf */

/** @param {Game} game @param {import("../wire.js").Ply[]} record @returns {NameOf} */
export function namesOf(game, record) {
  const names = record.map((move) => moveText(game, move));
  for (const { number, plies } of turns(record, game.seats)) {
    plies.forEach((index, side) => {
      if (index !== null) names[index] = `${number}${side === 0 ? "." : "…"} ${names[index]}`;
    });
  }
  return ({ ply, mark }) => `${names[ply - 1]}${mark}`;
}

/** @param {Game} game @param {import("../wire.js").KeyedText} comment */
const sentence = (game, { key, values }) => t(key, spelledValues(game, values));

/** @param {Game} game @param {ReviewedMove} move */
export const commentText = (game, move) =>
  joined("text.following", move.comments.map((comment) => sentence(game, comment)));

/** @param {Game} game @param {string[]} moves */
const lineText = (game, moves) => spelled(game, moves.slice(0, LONGEST).join(" "));

/**
 * The line that was better, and the one that the played move allows; not a single move that a comment names already.
 * @param {Game} game @param {ReviewedMove} move
 */
function lineTexts(game, { line, move, reply, comments }) {
  const isNew = (/** @type {string[]} */ moves, /** @type {string} */ name) =>
    moves.length > 1 || (moves.length === 1 && !comments.some(({ values }) => name in values));
  const answered = !game.hidden && !game.chance && isNew(reply, "reply");
  return [
    ...(isNew(line, "best") ? [t("reviewing.better", { line: lineText(game, line) })] : []),
    ...(answered ? [t("reviewing.after", { move: spelled(game, move), line: lineText(game, reply) })] : []),
  ];
}

/** What the review says about a move. @param {Game} game @param {ReviewedMove} move */
export const moveTexts = (game, move) => [
  t(game.hidden ? "reviewing.chances" : "reviewing.score", {
    seat: seatName(game.seats[0]),
    score: scoreText(move.score_first),
    percent: Math.round(100 * move.chances),
  }),
  ...(move.comments.length > 0 ? [commentText(game, move)] : []),
  ...(move.mark ? lineTexts(game, move) : []),
];

/** @param {Review} review @param {(seat: string) => string} nameOf */
export function accuracyTable(review, nameOf) {
  const row = (/** @type {string} */ key, /** @type {(seat: ReviewedSeat) => string | number} */ value) =>
    el("tr", {}, el("th", { scope: "row" }, t(key)), review.seats.map((seat) => el("td", {}, value(seat))));
  return el(
    "table",
    { class: "accuracy" },
    el(
      "thead",
      {},
      el("tr", {}, el("td", {}), review.seats.map(({ seat }) => el("th", { scope: "col" }, nameOf(seat)))),
    ),
    el(
      "tbody",
      {},
      row("reviewing.accuracy", ({ accuracy }) => accuracy === null ? "–" : percent(Math.round(accuracy))),
      row("reviewing.dubious", ({ dubious }) => dubious),
      row("reviewing.mistakes", ({ mistakes }) => mistakes),
      row("reviewing.blunders", ({ blunders }) => blunders),
      review.seats.some(({ luck }) => luck !== 0) && row("reviewing.luck", ({ luck }) => scoreText(luck)),
    ),
  );
}

/** @param {string} title @param {(Node | string)[]} items */
const listed = (title, items) =>
  items.length > 0 && el("section", { class: "card review-list" }, el("h2", {}, title), el("ul", {}, items));

/** @param {Game} game @param {Review} review @param {(ply: number) => void} goTo */
export function momentList(game, review, goTo) {
  return listed(
    t("reviewing.moments"),
    review.moments.map(({ ply, comment }) =>
      el("li", {}, button(sentence(game, comment), () => goTo(ply), { class: "review-link" }))
    ),
  );
}

/** @param {Game} game @param {Review} review @param {(ply: number) => void} goTo @param {NameOf} nameOf */
export function mistakeList(game, review, goTo, nameOf) {
  return listed(
    t("reviewing.list"),
    mistakesOf(review, []).map((move) =>
      el(
        "li",
        {},
        button(`${nameOf(move)} · ${seatName(move.seat)}`, () => goTo(move.ply), { class: "review-link" }),
        el("p", { class: "small" }, commentText(game, move)),
        lineTexts(game, move).map((text) => el("p", { class: "small muted" }, text)),
      )
    ),
  );
}

/** Expected and actual result wherever chance or a hidden piece decided. @param {Game} _game @param {Review} review @param {(ply: number) => void} goTo @param {NameOf} nameOf */
export function luckList(_game, review, goTo, nameOf) {
  const flips = chanceMoves(review).map((move) =>
    el(
      "li",
      {},
      button(nameOf(move), () => goTo(move.ply), { class: "review-link" }),
      el(
        "span",
        { class: "small" },
        t("reviewing.flip", {
          expected: scoreText(move.expected ?? 0),
          actual: scoreText((move.expected ?? 0) + move.luck),
          luck: scoreText(move.luck),
          decision: scoreText(-move.loss),
        }),
      ),
    )
  );
  const fought = fights(review).map((move) =>
    el(
      "li",
      {},
      button(nameOf(move), () => goTo(move.ply), { class: "review-link" }),
      el(
        "span",
        { class: "small" },
        t("reviewing.fight", {
          wins: Math.round(100 * (move.guess?.wins ?? 0)),
          draws: Math.round(100 * (move.guess?.draws ?? 0)),
          luck: scoreText(move.luck),
        }),
      ),
    )
  );
  return listed(t("reviewing.chance"), [...flips, ...fought]);
}
