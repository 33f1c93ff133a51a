/**
 * Choosing a move by touching squares. The server sends every route a player may touch; here they are narrowed by
 * what has been touched so far. No rule of any game is known here.
 */

/** @typedef {import("../wire.js").Route} Route */

/** @param {string[]} squares @param {string[]} touched */
const startsWith = (squares, touched) => touched.every((square, index) => squares[index] === square);

/** The routes that begin with the squares touched. @param {Route[]} routes @param {string[]} touched */
export const started = (routes, touched) => routes.filter((route) => startsWith(route.squares, touched));

/** @param {Route[]} routes @returns {boolean} */
const sameMove = (routes) => routes.length > 0 && routes.every((route) => route.text === routes[0].text);

/** The squares that may be touched first. @param {Route[]} routes @returns {string[]} */
export const movable = (routes) => [...new Set(routes.map((route) => route.squares[0]))];

/** The squares one touch further. @param {Route[]} routes @param {string[]} touched @returns {string[]} */
export function nextSquares(routes, touched) {
  const depth = touched.length;
  const open = started(routes, touched).filter((route) => route.squares.length > depth);
  return [...new Set(open.map((route) => route.squares[depth]))];
}

/** The end squares that name exactly one move. @param {Route[]} routes @param {string[]} touched @returns {string[]} */
export function endSquares(routes, touched) {
  const ends = new Set(started(routes, touched).map((route) => route.squares[route.squares.length - 1]));
  return [...ends].filter((end) => byEnd(routes, touched, end) !== null);
}

/** @param {Route[]} routes @param {string[]} touched @param {string} end @returns {Route | null} */
function byEnd(routes, touched, end) {
  const ending = started(routes, touched).filter((route) =>
    route.squares.length > touched.length && route.squares[route.squares.length - 1] === end
  );
  return sameMove(ending) ? ending[0] : null;
}

/**
 * What a touch means: it completes a move, goes on with one, begins another, or is none of these.
 * @typedef {{ is: "move", route: Route } | { is: "selected", touched: string[] } | { is: "cleared" }
 *   | { is: "refused", squares: string[] }} Touch
 */

/** @param {Route[]} routes @param {string[]} touched @param {string} square @returns {Touch} */
export function touch(routes, touched, square) {
  if (touched.length === 1 && touched[0] === square) return { is: "cleared" };
  if (touched.length > 0) {
    const goneOn = proceed(routes, touched, square);
    if (goneOn) return goneOn;
  }
  const begun = proceed(routes, [], square);
  return begun ?? { is: "refused", squares: touched.length > 0 ? [touched[0], square] : [square] };
}

/** @param {Route[]} routes @param {string[]} touched @param {string} square @returns {Touch | null} */
function proceed(routes, touched, square) {
  const path = [...touched, square];
  const open = started(routes, path);
  const whole = open.filter((route) => route.squares.length === path.length);
  if (whole.length > 0 && whole.length === open.length) return { is: "move", route: whole[0] };
  const end = touched.length > 0 && open.length === 0 ? byEnd(routes, touched, square) : null;
  if (end) return { is: "move", route: end };
  return open.length > 0 ? { is: "selected", touched: path } : null;
}

/**
 * What a drop means: as a touch, but the piece may be dropped on the end of a longer route at once.
 * @param {Route[]} routes @param {string[]} touched @param {string} square @returns {Touch}
 */
export function drop(routes, touched, square) {
  return proceed(routes, touched, square) ?? { is: "refused", squares: [touched[0], square] };
}
