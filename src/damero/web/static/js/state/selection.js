/**
 * Selecting a move by its squares. The server sends every legal move as a route of squares; each selected square
 * narrows them down. No rules are known here.
 */

/** @typedef {import("../wire.js").Route} Route */

/**
 * The effect of selecting a square.
 * @typedef {{ type: "move", route: Route } | { type: "selected", squares: string[] } | { type: "deselected" }
 *   | { type: "impossible", squares: string[] }} Selection
 */

/** The routes that begin with these squares. @param {Route[]} routes @param {string[]} selected */
export const matching = (routes, selected) =>
  routes.filter((route) => selected.every((square, index) => route.squares[index] === square));

/** The squares that can be selected first. @param {Route[]} routes @returns {string[]} */
export const movable = (routes) => [...new Set(routes.map((route) => route.squares[0]))];

/** The squares that can be selected next. @param {Route[]} routes @param {string[]} selected @returns {string[]} */
export function nextSquares(routes, selected) {
  const depth = selected.length;
  const longer = matching(routes, selected).filter((route) => route.squares.length > depth);
  return [...new Set(longer.map((route) => route.squares[depth]))];
}

/** The final squares that belong to exactly one move. @param {Route[]} routes @param {string[]} selected */
export function finalSquares(routes, selected) {
  const ends = new Set(matching(routes, selected).map((route) => route.squares[route.squares.length - 1]));
  return [...ends].filter((end) => onlyRouteTo(routes, selected, end) !== null);
}

/** @param {Route[]} routes @param {string[]} selected @param {string} end @returns {Route | null} */
function onlyRouteTo(routes, selected, end) {
  const [first, ...others] = matching(routes, selected).filter((route) =>
    route.squares.length > selected.length && route.squares[route.squares.length - 1] === end
  );
  return first && others.every((route) => route.text === first.text) ? first : null;
}

/** @param {Route[]} routes @param {string[]} selected @param {string} square @returns {Selection} */
export function select(routes, selected, square) {
  if (selected.length === 1 && selected[0] === square) return { type: "deselected" };
  const continued = selected.length > 0 ? extend(routes, selected, square) : null;
  const impossible = { type: /** @type {const} */ ("impossible"), squares: [...selected.slice(0, 1), square] };
  return continued ?? extend(routes, [], square) ?? impossible;
}

/** @param {Route[]} routes @param {string[]} selected @param {string} square @returns {Selection | null} */
function extend(routes, selected, square) {
  const squares = [...selected, square];
  const possible = matching(routes, squares);
  const complete = possible.filter((route) => route.squares.length === squares.length);
  if (complete.length > 0 && complete.length === possible.length) return { type: "move", route: complete[0] };
  const end = selected.length > 0 && possible.length === 0 ? onlyRouteTo(routes, selected, square) : null;
  if (end) return { type: "move", route: end };
  return possible.length > 0 ? { type: "selected", squares } : null;
}

/**
 * Like `select`, but dropping a piece on another own piece does not select that one.
 * @param {Route[]} routes @param {string[]} selected @param {string} square @returns {Selection}
 */
export function drop(routes, selected, square) {
  return extend(routes, selected, square) ?? { type: "impossible", squares: [selected[0], square] };
}
