/** Unfinished armies, stored in this browser so that a reload does not lose them. */

/** @typedef {import("../wire.js").Placed} Placed */

/** @param {string} name */
const storageKey = (name) => `damero.draft.${name}`;

/** @param {string} name @returns {Placed[]} */
export function readDraft(name) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(name)) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} name @param {Placed[]} pieces */
export function writeDraft(name, pieces) {
  try {
    sessionStorage.setItem(storageKey(name), JSON.stringify(pieces));
  } catch {
    // Without access to storage, a reload begins with an empty board.
  }
}
