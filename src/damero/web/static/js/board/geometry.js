/** The geometry of a board, in units of one square. Pure functions. */

/** @typedef {import("../wire.js").Board} Board */
/** @typedef {import("../wire.js").Square} Square */
/** @typedef {{ x: number, y: number }} Place */

/**
 * Where each square is shown: the board can be flipped for the far side, and wide boards stand upright on narrow screens.
 * @typedef {{ columns: number, rows: number, places: Map<string, Place>, grid: (string | null)[][], chequered: boolean }} Layout
 */

/** Whether pieces stand on every other square only. @param {Board} shape */
export const isChequered = (shape) => shape.squares.every((square) => (square.row + square.column) % 2 === 1);

/**
 * @param {Board} shape
 * @param {{ flipped?: boolean, upright?: boolean }} [orientation] upright: the longer side is vertical
 * @returns {Layout}
 */
export function layoutOf(shape, orientation = {}) {
  const rotated = Boolean(orientation.upright) && shape.columns > shape.rows;
  const columns = rotated ? shape.rows : shape.columns;
  const rows = rotated ? shape.columns : shape.rows;
  const places = new Map(
    shape.squares.map((square) => [square.name, placeOf(shape, square, rotated, Boolean(orientation.flipped))]),
  );
  return { columns, rows, places, grid: gridOf(columns, rows, places), chequered: isChequered(shape) };
}

/** @param {Board} shape @param {Square} square @param {boolean} rotated @param {boolean} flipped @returns {Place} */
function placeOf(shape, square, rotated, flipped) {
  const across = shape.mirrored ? shape.columns - 1 - square.column : square.column;
  const [x, y] = rotated ? [square.row, shape.columns - 1 - across] : [across, square.row];
  const [width, height] = rotated ? [shape.rows, shape.columns] : [shape.columns, shape.rows];
  return flipped ? { x: width - 1 - x, y: height - 1 - y } : { x, y };
}

/** @param {number} columns @param {number} rows @param {Map<string, Place>} places @returns {(string | null)[][]} */
function gridOf(columns, rows, places) {
  /** @type {(string | null)[][]} */
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => null));
  for (const [name, { x, y }] of places) grid[y][x] = name;
  return grid;
}

/**
 * The square at a point, measured in squares from the top left corner.
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 */
export const squareAt = (layout, x, y) => layout.grid[Math.floor(y)]?.[Math.floor(x)] ?? null;

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The next square for an arrow key: the next one in that direction, or on chequered boards the nearest one of the
 * next row.
 * @param {Layout} layout @param {string} from @param {string} key @returns {string}
 */
export function neighbour(layout, from, key) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (key)];
  const start = layout.places.get(from);
  if (!step || !start) return from;
  for (let distance = 1; distance < Math.max(layout.columns, layout.rows); distance += 1) {
    const [x, y] = [start.x + step[0] * distance, start.y + step[1] * distance];
    const found = layout.grid[y]?.[x] ?? nearestInRow(layout, x, y, step);
    if (found) return found;
  }
  return from;
}

/** @param {Layout} layout @param {number} x @param {number} y @param {number[]} step @returns {string | null} */
function nearestInRow(layout, x, y, step) {
  if (!layout.chequered || step[1] === 0) return null;
  return layout.grid[y]?.[x - 1] ?? layout.grid[y]?.[x + 1] ?? null;
}

/**
 * The labels of the bottom and left edges: the letters and numbers of the squares above and beside them.
 * @param {Board} shape
 * @param {{ flipped?: boolean, upright?: boolean }} orientation
 */
export function edgeLabels(shape, orientation) {
  const rotated = Boolean(orientation.upright) && shape.columns > shape.rows;
  const { columns, rows, places } = layoutOf(shape, orientation);
  const [bottom, left] = [Array(columns).fill(""), Array(rows).fill("")];
  for (const { name, letters } of shape.squares) {
    const { x, y } = places.get(name) ?? { x: 0, y: 0 };
    const [file, rank] = [(letters ?? name).slice(0, 1), (letters ?? name).slice(1)];
    [bottom[x], left[y]] = rotated ? [rank, file] : [file, rank];
  }
  return { bottom, left };
}
