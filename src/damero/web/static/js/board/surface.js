/** The board without pieces: frame, squares, lakes and coordinates. Drawn once for each orientation. */

import { BOARD_DEFS } from "../art/artwork.js";
import { edgeLabels } from "./geometry.js";
import { define } from "./sprites.js";
import { svg } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("../wire.js").Board} Board */
/** @typedef {"numbers" | "letters" | "none"} Coordinates */

export const SIDE = 100;
export const MARGIN = 34;

/** @param {Layout} layout */
export const viewBox = (layout) =>
  `${-MARGIN} ${-MARGIN} ${layout.columns * SIDE + 2 * MARGIN} ${layout.rows * SIDE + 2 * MARGIN}`;

/** @param {Layout} layout @returns {SVGElement} */
export function drawSurface(layout) {
  const [width, height] = [layout.columns * SIDE, layout.rows * SIDE];
  const whole = { x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 16 };
  define(BOARD_DEFS);
  return svg(
    "g",
    { class: `surface ${layout.chequered ? "chequered" : "plain"}` },
    svg("rect", { class: "frame", ...whole }),
    svg("rect", { class: "frame-line", x: -7, y: -7, width: width + 14, height: height + 14, rx: 4 }),
    svg("rect", { class: "ground", x: 0, y: 0, width, height }),
    ...cells(layout),
    svg("rect", { class: "grain", fill: "url(#board-grain)", ...whole }),
    svg("rect", { class: "sheen", fill: "url(#board-sheen)", ...whole }),
    ...(layout.chequered ? [] : lakes(layout)),
    svg("rect", { class: "inner-edge", x: 0, y: 0, width, height }),
  );
}

/** @param {Layout} layout @returns {SVGElement[]} */
function cells(layout) {
  return [...layout.places.values()].map(({ x, y }) =>
    svg("rect", { class: `cell ${(x + y) % 2 ? "odd" : "even"}`, x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE })
  );
}

/** Squares that are missing from a full board are water; adjacent ones form one lake. @param {Layout} layout @returns {SVGElement[]} */
function lakes(layout) {
  const seen = new Set();
  /** @type {SVGElement[]} */
  const drawn = [];
  layout.grid.forEach((row, y) =>
    row.forEach((name, x) => {
      if (name !== null || seen.has(`${x} ${y}`)) return;
      const [width, height] = extent(layout, x, y);
      for (let dy = 0; dy < height; dy += 1) for (let dx = 0; dx < width; dx += 1) seen.add(`${x + dx} ${y + dy}`);
      drawn.push(...lake(x * SIDE, y * SIDE, width * SIDE, height * SIDE));
    })
  );
  return drawn;
}

/** @param {Layout} layout @param {number} x @param {number} y @returns {[number, number]} */
function extent(layout, x, y) {
  let [width, height] = [1, 1];
  while (layout.grid[y][x + width] === null) width += 1;
  while (layout.grid[y + height]?.[x] === null) height += 1;
  return [width, height];
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {SVGElement[]} */
function lake(x, y, width, height) {
  const wave = (/** @type {number} */ cx, /** @type {number} */ cy) =>
    svg("path", { class: "wave", d: `M${cx - 24} ${cy}q8 -9 16 0t16 0t16 0` });
  const at = (/** @type {number} */ part) => [x + width * part, y + height * part];
  return [
    svg("rect", { class: "shore", x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 44 }),
    svg("rect", { class: "lake", x: x + 9, y: y + 9, width: width - 18, height: height - 18, rx: 38 }),
    wave(at(0.34)[0], at(0.34)[1]),
    wave(at(0.66)[0], at(0.5)[1]),
    wave(at(0.42)[0], at(0.74)[1]),
  ];
}

/**
 * The names of the squares, above the pieces, because on small screens they reach over them.
 * @param {Board} shape
 * @param {Layout} layout
 * @param {{ flipped?: boolean, upright?: boolean }} orientation
 * @param {Coordinates} coordinates
 * @returns {SVGElement}
 */
export function drawCoordinates(shape, layout, orientation, coordinates) {
  const names = coordinates === "numbers" ? inSquares(layout) : alongEdges(shape, layout, orientation);
  return svg("g", { class: "coordinates" }, ...(coordinates === "none" ? [] : names));
}

/** @param {Layout} layout @returns {SVGElement[]} */
function inSquares(layout) {
  return [...layout.places].map(([name, { x, y }]) => label(name, "square-name", x * SIDE + 4, y * SIDE + 5));
}

/**
 * @param {Board} shape
 * @param {Layout} layout
 * @param {{ flipped?: boolean, upright?: boolean }} orientation
 * @returns {SVGElement[]}
 */
function alongEdges(shape, layout, orientation) {
  const { bottom, left } = edgeLabels(shape, orientation);
  return [
    ...bottom.map((text, index) => label(text, "edge-name", (index + 0.5) * SIDE, layout.rows * SIDE + 26)),
    ...left.map((text, index) => label(text, "edge-name", -MARGIN / 2 - 3, (index + 0.5) * SIDE + 7)),
  ];
}

/** @param {string} text @param {string} className @param {number} x @param {number} y @returns {SVGElement} */
function label(text, className, x, y) {
  const element = svg("text", { class: className, x, y });
  element.textContent = text;
  return element;
}
