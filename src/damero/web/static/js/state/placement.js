/** Setting pieces up: which stand where and which are still in the tray. Swapping is one touch; nothing is ever lost. */

/** @typedef {import("../wire.js").Placed} Placed */
/** @typedef {import("../wire.js").Armies} Armies */

/**
 * `counts` limits each kind and `zone` the squares; the position editor has neither (null).
 * @typedef {{ counts: Map<string, number> | null, zone: Set<string> | null, placed: Map<string, string>,
 *   held: { from: "tray", kind: string } | { from: "board", square: string } | null }} Army
 */

/** @param {Armies} armies @returns {Army} */
export const emptyArmy = (armies) => ({
  counts: new Map(armies.tray.map(({ kind, count }) => [kind, count])),
  zone: new Set(armies.zone),
  placed: new Map(),
  held: null,
});

/** @returns {Army} */
export const freeBoard = () => ({ counts: null, zone: null, placed: new Map(), held: null });

/** How many of a kind are still in the tray. @param {Army} army @param {string} kind @returns {number} */
export function left(army, kind) {
  if (!army.counts) return Infinity;
  const used = [...army.placed.values()].filter((placed) => placed === kind).length;
  return (army.counts.get(kind) ?? 0) - used;
}

/** @param {Army} army @returns {boolean} */
export const isComplete = (army) =>
  army.counts !== null && [...army.counts.keys()].every((kind) => left(army, kind) === 0);

/** @param {Army} army @returns {number} */
export const missing = (army) => [...(army.counts?.keys() ?? [])].reduce((sum, kind) => sum + left(army, kind), 0);

/** @param {Army} army @param {Placed[]} pieces @returns {Army} */
export const arranged = (army, pieces) => ({
  ...army,
  placed: new Map(pieces.map(({ square, kind }) => [square, kind])),
  held: null,
});

/** @param {Army} army @returns {Placed[]} */
export const pieces = (army) => [...army.placed].map(([square, kind]) => ({ square, kind }));

/** @param {Army} army @param {string} kind @returns {Army} */
export function holdKind(army, kind) {
  const already = army.held?.from === "tray" && army.held.kind === kind;
  return { ...army, held: already || left(army, kind) < 1 ? null : { from: "tray", kind } };
}

/** @param {Army} army @param {string} square @returns {Army} */
export const holdSquare = (army, square) =>
  army.placed.has(square) ? { ...army, held: { from: "board", square } } : army;

/**
 * A square was touched: put down what is held, or take up what stands there.
 * @param {Army} army
 * @param {string} square
 * @returns {Army}
 */
export function touchSquare(army, square) {
  if (!army.held) return holdSquare(army, square);
  if (army.held.from === "board" && army.held.square === square) return { ...army, held: null };
  return putDown(army, square);
}

/** @param {Army} army @param {string} square @returns {Army} */
export function putDown(army, square) {
  if (!army.held || (army.zone && !army.zone.has(square))) return army;
  return army.held.from === "tray" ? fromTray(army, army.held.kind, square) : swapped(army, army.held.square, square);
}

/** @param {Army} army @param {string} kind @param {string} square @returns {Army} */
function fromTray(army, kind, square) {
  const placed = new Map(army.placed).set(square, kind);
  const next = { ...army, placed };
  return { ...next, held: left(next, kind) > 0 ? army.held : null };
}

/** @param {Army} army @param {string} from @param {string} to @returns {Army} */
function swapped(army, from, to) {
  const placed = new Map(army.placed);
  const [moving, standing] = [placed.get(from), placed.get(to)];
  if (moving === undefined || from === to) return { ...army, held: null };
  placed.set(to, moving);
  if (standing === undefined) placed.delete(from);
  else placed.set(from, standing);
  return { ...army, placed, held: null };
}

/** What is held goes back to the tray. @param {Army} army @returns {Army} */
export function putBack(army) {
  const placed = new Map(army.placed);
  if (army.held?.from === "board") placed.delete(army.held.square);
  return { ...army, placed, held: null };
}

/**
 * Left becomes right, for the squares of a board.
 * @param {Army} army
 * @param {import("../wire.js").Board} board
 * @returns {Army}
 */
export function mirrored(army, board) {
  const places = new Map(board.squares.map((square) => [square.name, square]));
  const names = new Map(board.squares.map((square) => [`${square.row} ${square.column}`, square.name]));
  const across = (/** @type {string} */ name) => {
    const square = places.get(name);
    return (square && names.get(`${square.row} ${board.columns - 1 - square.column}`)) ?? name;
  };
  return arranged(army, pieces(army).map(({ square, kind }) => ({ square: across(square), kind })));
}

/**
 * The pieces that are left, on the free squares, in the order that `random` (0 … 1) gives.
 * @param {Army} army
 * @param {() => number} random
 * @returns {Army}
 */
export function filled(army, random) {
  const free = shuffled([...(army.zone ?? [])].filter((square) => !army.placed.has(square)), random);
  const rest = [...(army.counts?.keys() ?? [])].flatMap((kind) => Array.from({ length: left(army, kind) }, () => kind));
  const placed = new Map(army.placed);
  rest.forEach((kind, index) => placed.set(free[index], kind));
  return { ...army, placed, held: null };
}

/** @param {string[]} items @param {() => number} random @returns {string[]} */
function shuffled(items, random) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
