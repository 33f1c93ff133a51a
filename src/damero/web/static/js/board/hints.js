/** The marks on the board: the latest move, movable pieces, targets, squares that explain a refusal, pending moves. */

import { SIDE } from "./surface.js";
import { svg } from "./svg.js";

/** @typedef {import("../state/view_model.js").Hints} Hints */
/** @typedef {import("./geometry.js").Layout} Layout */

/** @param {Layout} layout @param {string} square @returns {{ x: number, y: number } | null} */
function corner(layout, square) {
  const place = layout.places.get(square);
  return place ? { x: place.x * SIDE, y: place.y * SIDE } : null;
}

/** @param {string} className @param {{ x: number, y: number }} at @param {number} inset */
const squareMark = (className, at, inset) =>
  svg("rect", {
    class: className,
    x: at.x + inset,
    y: at.y + inset,
    width: SIDE - 2 * inset,
    height: SIDE - 2 * inset,
    rx: inset ? 10 : 0,
  });

/** @param {string} className @returns {(at: { x: number, y: number }) => SVGElement} */
const pieceRing = (className) => (at) =>
  svg("circle", { class: className, cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 46 });
/** @param {{ x: number, y: number }} at */
const targetDot = (at) => svg("circle", { class: "target", cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 15 });
/** @param {{ x: number, y: number }} at */
const captureRing = (at) => svg("circle", { class: "target-capture", cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 45 });
/** @param {{ x: number, y: number }} at */
const finalMark = (at) => svg("circle", { class: "target-final", cx: at.x + SIDE / 2, cy: at.y + SIDE / 2, r: 20 });
/** @param {{ x: number, y: number }} at */
const capturedCross = (at) => svg("path", { class: "captured", d: `M${at.x + 34} ${at.y + 34}l32 32m0 -32l-32 32` });

/**
 * @param {Layout} layout
 * @param {string[]} squares
 * @param {(at: { x: number, y: number }) => SVGElement} draw
 * @returns {SVGElement[]}
 */
const each = (layout, squares, draw) =>
  squares.flatMap((square) => {
    const at = corner(layout, square);
    return at ? [draw(at)] : [];
  });

/** Below the pieces. @param {Hints} hints @param {Layout} layout @returns {SVGElement[]} */
export const drawGroundHints = (hints, layout) => [
  ...each(layout, hints.zone, (at) => squareMark("zone", at, 2)),
  ...each(layout, hints.latest, (at) => squareMark("latest", at, 0)),
  ...each(layout, hints.pending, (at) => squareMark("pending", at, 0)),
  ...each(layout, hints.premoves, (at) => squareMark("premove", at, 0)),
  ...each(layout, hints.captured, capturedCross),
  ...each(layout, hints.movable, pieceRing("movable")),
  ...each(layout, hints.forced, pieceRing("forced")),
  ...each(layout, hints.selected, (at) => squareMark("selected", at, 0)),
  ...each(layout, hints.involved, (at) => squareMark("involved", at, 3)),
];

/** Above the pieces. @param {Hints} hints @param {Layout} layout @param {Set<string>} occupied @returns {SVGElement[]} */
export function drawTargets(hints, layout, occupied) {
  const finalTargets = hints.finalTargets.filter((square) => !hints.targets.includes(square));
  return [
    ...each(layout, hints.targets.filter((square) => !occupied.has(square)), targetDot),
    ...each(layout, hints.targets.filter((square) => occupied.has(square)), captureRing),
    ...each(layout, finalTargets, finalMark),
  ];
}
