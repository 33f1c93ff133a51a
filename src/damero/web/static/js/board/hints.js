/** What is marked on the board: the last move, what may move, where to, what obliges, what is under way. */

import { SIDE } from "./surface.js";
import { svg } from "./svg.js";

/** @typedef {import("../state/view_model.js").Hints} Hints */
/** @typedef {import("./geometry.js").Layout} Layout */

/** @param {Layout} look @param {string} square @returns {{ x: number, y: number } | null} */
function corner(look, square) {
  const place = look.places.get(square);
  return place ? { x: place.x * SIDE, y: place.y * SIDE } : null;
}

/** @param {string} className @param {{ x: number, y: number }} at @param {number} inset */
const tile = (className, at, inset) =>
  svg("rect", {
    class: className,
    x: at.x + inset,
    y: at.y + inset,
    width: SIDE - 2 * inset,
    height: SIDE - 2 * inset,
    rx: inset ? 10 : 0,
  });

/** @param {string} className @returns {(at: { x: number, y: number }) => SVGElement} */
const halo = (className) => (at) =>
  svg("circle", { class: className, cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 46 });
/** @param {{ x: number, y: number }} at */
const dot = (at) => svg("circle", { class: "target", cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 15 });
/** @param {{ x: number, y: number }} at */
const ring = (at) => svg("circle", { class: "target-taking", cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 45 });
/** @param {{ x: number, y: number }} at */
const end = (at) => svg("circle", { class: "target-end", cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 20 });
/** @param {{ x: number, y: number }} at */
const cross = (at) => svg("path", { class: "gone", d: `M${at.x + 34} ${at.y + 34}l32 32m0 -32l-32 32` });

/**
 * @param {Layout} look
 * @param {string[]} squares
 * @param {(at: { x: number, y: number }) => SVGElement} draw
 * @returns {SVGElement[]}
 */
const each = (look, squares, draw) =>
  squares.flatMap((square) => {
    const at = corner(look, square);
    return at ? [draw(at)] : [];
  });

/** Below the pieces. @param {Hints} hints @param {Layout} look @returns {SVGElement[]} */
export const drawGroundHints = (hints, look) => [
  ...each(look, hints.last, (at) => tile("last", at, 0)),
  ...each(look, hints.pending, (at) => tile("pending", at, 0)),
  ...each(look, hints.gone, cross),
  ...each(look, hints.movable, halo("movable")),
  ...each(look, hints.forced, halo("forced")),
  ...each(look, hints.touched, (at) => tile("touched", at, 0)),
  ...each(look, hints.oblige, (at) => tile("oblige", at, 3)),
];

/** Above the pieces. @param {Hints} hints @param {Layout} look @param {Set<string>} occupied @returns {SVGElement[]} */
export function drawTargets(hints, look, occupied) {
  const far = hints.ends.filter((square) => !hints.targets.includes(square));
  return [
    ...each(look, hints.targets.filter((square) => !occupied.has(square)), dot),
    ...each(look, hints.targets.filter((square) => occupied.has(square)), ring),
    ...each(look, far, end),
  ];
}
