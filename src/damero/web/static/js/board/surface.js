/** The board itself: frame, squares, lakes and the names along its edges. Drawn once for each way of looking at it. */

import { BOARD_DEFS } from "../art/boards.js";
import { edgeLabels } from "./geometry.js";
import { define } from "./sprites.js";
import { svg } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("../wire.js").Board} Board */
/** @typedef {"numbers" | "letters" | "none"} Coordinates */

export const SIDE = 100;
export const MARGIN = 34;

/** @param {Layout} look */
export const viewBox = (look) =>
  `${-MARGIN} ${-MARGIN} ${look.columns * SIDE + 2 * MARGIN} ${look.rows * SIDE + 2 * MARGIN}`;

/**
 * @param {Board} shape
 * @param {Layout} look
 * @param {{ turned?: boolean, upright?: boolean }} how
 * @param {Coordinates} coordinates
 * @returns {SVGElement}
 */
export function drawSurface(shape, look, how, coordinates) {
  const [width, height] = [look.columns * SIDE, look.rows * SIDE];
  const whole = { x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 16 };
  define(BOARD_DEFS);
  return svg(
    "g",
    { class: `surface ${look.chequered ? "chequered" : "plain"}` },
    svg("rect", { class: "frame", ...whole }),
    svg("rect", { class: "frame-line", x: -7, y: -7, width: width + 14, height: height + 14, rx: 4 }),
    svg("rect", { class: "ground", x: 0, y: 0, width, height }),
    ...cells(look),
    svg("rect", { class: "grain", fill: "url(#board-grain)", ...whole }),
    svg("rect", { class: "sheen", fill: "url(#board-sheen)", ...whole }),
    ...(look.chequered ? [] : lakes(look)),
    svg("rect", { class: "inner-edge", x: 0, y: 0, width, height }),
    ...names(shape, look, how, coordinates),
  );
}

/** @param {Layout} look @returns {SVGElement[]} */
function cells(look) {
  return [...look.places.values()].map(({ x, y }) =>
    svg("rect", { class: `cell ${(x + y) % 2 ? "odd" : "even"}`, x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE })
  );
}

/** Holes in a full board are water; neighbouring ones are one lake. @param {Layout} look @returns {SVGElement[]} */
function lakes(look) {
  const seen = new Set();
  /** @type {SVGElement[]} */
  const drawn = [];
  look.grid.forEach((row, y) =>
    row.forEach((name, x) => {
      if (name !== null || seen.has(`${x} ${y}`)) return;
      const [width, height] = extent(look, x, y);
      for (let dy = 0; dy < height; dy += 1) for (let dx = 0; dx < width; dx += 1) seen.add(`${x + dx} ${y + dy}`);
      drawn.push(...lake(x * SIDE, y * SIDE, width * SIDE, height * SIDE));
    })
  );
  return drawn;
}

/** @param {Layout} look @param {number} x @param {number} y @returns {[number, number]} */
function extent(look, x, y) {
  let [width, height] = [1, 1];
  while (look.grid[y][x + width] === null) width += 1;
  while (look.grid[y + height]?.[x] === null) height += 1;
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
 * @param {Board} shape
 * @param {Layout} look
 * @param {{ turned?: boolean, upright?: boolean }} how
 * @param {Coordinates} coordinates
 */
function names(shape, look, how, coordinates) {
  if (coordinates === "none") return [];
  const numbered = shape.squares.every((square) => /^\d+$/.test(square.name));
  return coordinates === "numbers" && numbered ? inSquares(look) : alongEdges(shape, look, how);
}

/** @param {Layout} look @returns {SVGElement[]} */
function inSquares(look) {
  return [...look.places].map(([name, { x, y }]) => label(name, "square-name", x * SIDE + 4, y * SIDE + 16));
}

/**
 * @param {Board} shape
 * @param {Layout} look
 * @param {{ turned?: boolean, upright?: boolean }} how
 * @returns {SVGElement[]}
 */
function alongEdges(shape, look, how) {
  const { bottom, left } = edgeLabels(shape, how);
  return [
    ...bottom.map((text, index) => label(text, "edge-name", (index + 0.5) * SIDE, look.rows * SIDE + 26)),
    ...left.map((text, index) => label(text, "edge-name", -MARGIN / 2 - 3, (index + 0.5) * SIDE + 7)),
  ];
}

/** @param {string} text @param {string} className @param {number} x @param {number} y @returns {SVGElement} */
function label(text, className, x, y) {
  const element = svg("text", { class: className, x, y });
  element.textContent = text;
  return element;
}
