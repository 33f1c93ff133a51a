/** Which steps of the lessons were done in this browser. */

const KEY = "damero.lessons";

/** Whatever is stored, only lists of ids are kept. @param {string | null} text @returns {Record<string, string[]>} */
export function readProgress(text) {
  try {
    const stored = Object.entries(JSON.parse(text ?? "{}") ?? {});
    const lists = stored.filter(([, ids]) => Array.isArray(ids) && ids.every((id) => typeof id === "string"));
    return Object.fromEntries(/** @type {[string, string[]][]} */ (lists));
  } catch {
    return {};
  }
}

/** @returns {Record<string, string[]>} */
function stored() {
  try {
    return readProgress(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

let progress = stored();

/** @param {string} game @returns {string[]} the ids of the steps that are done */
export const stepsDone = (game) => progress[game] ?? [];

/** @param {string} game @param {string} step */
export function stepDone(game, step) {
  progress = { ...progress, [game]: [...new Set([...stepsDone(game), step])] };
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Without access to storage, progress lasts until the page is closed.
  }
}
