/** What a review says: the accuracy of each side, mistakes, key moments, and what chance decided. */

import { joined, t } from "../i18n/messages.js";
import { percent, scoreText } from "../i18n/numbers.js";
import { spelled, spelledValues } from "../state/notation.js";
import { chanceMoves, fights, mistakesOf } from "../state/review.js";
import { button, el } from "./element.js";
import { seatName } from "./names.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Review} Review */
/** @typedef {import("../wire.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../wire.js").ReviewedSeat} ReviewedSeat */

/** @param {Game} game @param {ReviewedMove} move */
export const numbered = (game, { ply, move, mark }) =>
  `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${spelled(game, move)}${mark}`;

/** @param {Game} game @param {import("../wire.js").KeyedText} comment */
const sentence = (game, { key, values }) => t(key, spelledValues(game, values));

/** @param {Game} game @param {ReviewedMove} move */
export const commentText = (game, move) =>
  joined("text.following", move.comments.map((comment) => sentence(game, comment)));

/** The line that was better. @param {Game} game @param {ReviewedMove} move */
export const betterText = (game, { line }) =>
  t("reviewing.better", { line: spelled(game, line.slice(0, 7).join(" ")) });

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

/** @param {Game} game @param {Review} review @param {(ply: number) => void} goTo */
export function mistakeList(game, review, goTo) {
  return listed(
    t("reviewing.list"),
    mistakesOf(review, []).map((move) =>
      el(
        "li",
        {},
        button(`${numbered(game, move)} · ${seatName(move.seat)}`, () => goTo(move.ply), { class: "review-link" }),
        el("p", { class: "small" }, commentText(game, move)),
        el("p", { class: "small muted" }, betterText(game, move)),
      )
    ),
  );
}

/** Expected and actual result wherever chance or a hidden piece decided. @param {Game} game @param {Review} review @param {(ply: number) => void} goTo */
export function luckList(game, review, goTo) {
  const flips = chanceMoves(review).map((move) =>
    el(
      "li",
      {},
      button(numbered(game, move), () => goTo(move.ply), { class: "review-link" }),
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
      button(numbered(game, move), () => goTo(move.ply), { class: "review-link" }),
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
