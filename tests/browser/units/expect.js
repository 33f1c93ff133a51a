/** The two assertions that these tests need, without any package. */

/** @param {unknown} value @returns {string} */
const shown = (value) =>
  JSON.stringify(value, (_, part) => (part instanceof Map || part instanceof Set ? [...part] : part)) ?? String(value);

/** @param {unknown} actual @param {unknown} expected */
export function same(actual, expected) {
  if (shown(actual) !== shown(expected)) throw new Error(`expected ${shown(expected)}, got ${shown(actual)}`);
}

/** @param {unknown} value @param {string} [because] */
export function holds(value, because = "it does not hold") {
  if (!value) throw new Error(because);
}
