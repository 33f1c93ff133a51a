/** Placing pieces: which piece stands on which square, and which are still in the tray. Pure values. */

/** @typedef {import("../wire.js").Placed} Placed */
/** @typedef {import("../wire.js").Armies} Armies */

/**
 * `counts` limits the pieces of each kind and `zone` the squares; the position editor has neither (null).
 * @typedef {{ counts: Map<string, number> | null, zone: Set<string> | null, placed: Map<string, string>,
 *   held: { from: "tray", kind: string } | { from: "board", square: string } | null }} Placement
 */

/** @param {Armies} setup @returns {Placement} */
export const emptyPlacement = (setup) => ({
  counts: new Map(setup.tray.map(({ kind, count }) => [kind, count])),
  zone: new Set(setup.zone),
  placed: new Map(),
  held: null,
});

/** @returns {Placement} */
export const unlimitedPlacement = () => ({ counts: null, zone: null, placed: new Map(), held: null });

/** How many of a kind are still in the tray. @param {Placement} placement @param {string} kind @returns {number} */
export function remaining(placement, kind) {
  if (!placement.counts) return Infinity;
  const used = [...placement.placed.values()].filter((placed) => placed === kind).length;
  return (placement.counts.get(kind) ?? 0) - used;
}

/** @param {Placement} placement @returns {boolean} */
export const isComplete = (placement) =>
  placement.counts !== null && [...placement.counts.keys()].every((kind) => remaining(placement, kind) === 0);

/** @param {Placement} placement @returns {number} */
export const totalRemaining = (placement) =>
  [...(placement.counts?.keys() ?? [])].reduce((sum, kind) => sum + remaining(placement, kind), 0);

/** @param {Placement} placement @param {Placed[]} pieces @returns {Placement} */
export const withPieces = (placement, pieces) => ({
  ...placement,
  placed: new Map(pieces.map(({ square, kind }) => [square, kind])),
  held: null,
});

/** @param {Placement} placement @returns {Placed[]} */
export const pieces = (placement) => [...placement.placed].map(([square, kind]) => ({ square, kind }));

/** @param {Placement} placement @param {string} kind @returns {Placement} */
export function holdKind(placement, kind) {
  const already = placement.held?.from === "tray" && placement.held.kind === kind;
  return { ...placement, held: already || remaining(placement, kind) < 1 ? null : { from: "tray", kind } };
}

/** @param {Placement} placement @param {string} square @returns {Placement} */
export const holdSquare = (placement, square) =>
  placement.placed.has(square) ? { ...placement, held: { from: "board", square } } : placement;

/**
 * Places the held piece on a square, or picks up the piece that stands there.
 * @param {Placement} placement
 * @param {string} square
 * @returns {Placement}
 */
export function selectSquare(placement, square) {
  if (!placement.held) return holdSquare(placement, square);
  if (placement.held.from === "board" && placement.held.square === square) return { ...placement, held: null };
  return place(placement, square);
}

/** @param {Placement} placement @param {string} square @returns {Placement} */
export function place(placement, square) {
  if (!placement.held || (placement.zone && !placement.zone.has(square))) return placement;
  return placement.held.from === "tray"
    ? fromTray(placement, placement.held.kind, square)
    : swap(placement, placement.held.square, square);
}

/** Places a piece from the tray, whatever is held. @param {Placement} placement @param {string} kind @param {string} square */
export const placeKind = (placement, kind, square) => place(holdKind({ ...placement, held: null }, kind), square);

/** @param {Placement} placement @param {string} kind @param {string} square @returns {Placement} */
function fromTray(placement, kind, square) {
  const placed = new Map(placement.placed).set(square, kind);
  const next = { ...placement, placed };
  return { ...next, held: remaining(next, kind) > 0 ? placement.held : null };
}

/** @param {Placement} placement @param {string} from @param {string} to @returns {Placement} */
function swap(placement, from, to) {
  const placed = new Map(placement.placed);
  const [moving, standing] = [placed.get(from), placed.get(to)];
  if (moving === undefined || from === to) return { ...placement, held: null };
  placed.set(to, moving);
  if (standing === undefined) placed.delete(from);
  else placed.set(from, standing);
  return { ...placement, placed, held: null };
}

/** Moves the held piece back to the tray. @param {Placement} placement @returns {Placement} */
export function returnToTray(placement) {
  const placed = new Map(placement.placed);
  if (placement.held?.from === "board") placed.delete(placement.held.square);
  return { ...placement, placed, held: null };
}

/**
 * Swaps left and right.
 * @param {Placement} placement
 * @param {import("../wire.js").Board} board
 * @returns {Placement}
 */
export function mirror(placement, board) {
  const places = new Map(board.squares.map((square) => [square.name, square]));
  const names = new Map(board.squares.map((square) => [`${square.row} ${square.column}`, square.name]));
  const across = (/** @type {string} */ name) => {
    const square = places.get(name);
    return (square && names.get(`${square.row} ${board.columns - 1 - square.column}`)) ?? name;
  };
  return withPieces(placement, pieces(placement).map(({ square, kind }) => ({ square: across(square), kind })));
}

/**
 * Places the remaining pieces on free squares in random order. `random` returns numbers from 0 to 1.
 * @param {Placement} placement
 * @param {() => number} random
 * @returns {Placement}
 */
export function fillRandomly(placement, random) {
  const free = shuffle([...(placement.zone ?? [])].filter((square) => !placement.placed.has(square)), random);
  const rest = [...(placement.counts?.keys() ?? [])].flatMap((kind) =>
    Array.from({ length: remaining(placement, kind) }, () => kind)
  );
  const placed = new Map(placement.placed);
  rest.forEach((kind, index) => placed.set(free[index], kind));
  return { ...placement, placed, held: null };
}

/** @param {string[]} items @param {() => number} random @returns {string[]} */
function shuffle(items, random) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
