/** Where squares are: pure arithmetic over a catalogue's board, in units of one square. */

/** @typedef {import("../wire.js").Board} Board */
/** @typedef {import("../wire.js").Square} Square */
/** @typedef {{ x: number, y: number }} Place */

/**
 * A board as it is looked at: turned for who sits at its other side, tall boards lying on narrow screens.
 * @typedef {{ columns: number, rows: number, places: Map<string, Place>, grid: (string | null)[][], chequered: boolean }} Layout
 */

/** Pieces stand on every other square only. @param {Board} shape */
export const isChequered = (shape) => shape.squares.every((square) => (square.row + square.column) % 2 === 1);

/**
 * @param {Board} shape
 * @param {{ turned?: boolean, upright?: boolean }} [look] upright: the longer side stands
 * @returns {Layout}
 */
export function layout(shape, look = {}) {
  const stands = Boolean(look.upright) && shape.columns > shape.rows;
  const columns = stands ? shape.rows : shape.columns;
  const rows = stands ? shape.columns : shape.rows;
  const places = new Map(
    shape.squares.map((square) => [square.name, placed(shape, square, stands, Boolean(look.turned))]),
  );
  return { columns, rows, places, grid: gridOf(columns, rows, places), chequered: isChequered(shape) };
}

/** @param {Board} shape @param {Square} square @param {boolean} stands @param {boolean} turned @returns {Place} */
function placed(shape, square, stands, turned) {
  const across = shape.mirrored ? shape.columns - 1 - square.column : square.column;
  const [x, y] = stands ? [square.row, shape.columns - 1 - across] : [across, square.row];
  const [width, height] = stands ? [shape.rows, shape.columns] : [shape.columns, shape.rows];
  return turned ? { x: width - 1 - x, y: height - 1 - y } : { x, y };
}

/** @param {number} columns @param {number} rows @param {Map<string, Place>} places @returns {(string | null)[][]} */
function gridOf(columns, rows, places) {
  /** @type {(string | null)[][]} */
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => null));
  for (const [name, { x, y }] of places) grid[y][x] = name;
  return grid;
}

/**
 * The square at a point, in units of one square from the top left.
 * @param {Layout} look
 * @param {number} x
 * @param {number} y
 */
export const squareAt = (look, x, y) => look.grid[Math.floor(y)]?.[Math.floor(x)] ?? null;

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The next square for an arrow key: straight on over holes, and on boards that use every other square the
 * nearest one of the next line.
 * @param {Layout} look @param {string} from @param {string} key @returns {string}
 */
export function neighbour(look, from, key) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (key)];
  const start = look.places.get(from);
  if (!step || !start) return from;
  for (let reach = 1; reach < Math.max(look.columns, look.rows); reach += 1) {
    const [x, y] = [start.x + step[0] * reach, start.y + step[1] * reach];
    const found = look.grid[y]?.[x] ?? besides(look, x, y, step);
    if (found) return found;
  }
  return from;
}

/** @param {Layout} look @param {number} x @param {number} y @param {number[]} step @returns {string | null} */
function besides(look, x, y, step) {
  if (!look.chequered || step[1] === 0) return null;
  return look.grid[y]?.[x - 1] ?? look.grid[y]?.[x + 1] ?? null;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * The labels along the lower and the left edge, as letters and numbers.
 * @param {Board} shape
 * @param {{ turned?: boolean, upright?: boolean }} look
 */
export function edgeLabels(shape, look) {
  const stands = Boolean(look.upright) && shape.columns > shape.rows;
  const letters = Array.from({ length: shape.columns }, (_, index) => LETTERS[index]);
  const numbers = Array.from({ length: shape.rows }, (_, index) => String(shape.rows - index));
  const acrossLetters = shape.mirrored ? letters.toReversed() : letters;
  const bottom = stands ? numbers : acrossLetters;
  const left = stands ? acrossLetters.toReversed() : numbers;
  return look.turned ? { bottom: bottom.toReversed(), left: left.toReversed() } : { bottom, left };
}
