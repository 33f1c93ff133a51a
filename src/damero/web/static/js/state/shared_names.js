/** The names of two people who play on this device, by match and seat. Stored in this browser only. */

const KEY = "damero.shared_names";
/** Matches whose names are kept at most; the oldest are forgotten. */
const MOST = 50;

/** @typedef {Record<string, string>} SharedNames names by seat */

/** @returns {Record<string, SharedNames>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} matchId @param {SharedNames} names */
export function storeSharedNames(matchId, names) {
  const kept = Object.entries({ ...stored(), [matchId]: names }).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without access to storage, the players are called by their seats.
  }
}

/**
 * The names for a match. In a rematch the two have changed seats.
 * @param {{ id: string, rematch_of: string | null }} match
 * @returns {SharedNames}
 */
export function sharedNames({ id, rematch_of }) {
  const all = stored();
  if (all[id]) return all[id];
  const before = Object.entries(all[rematch_of ?? ""] ?? {});
  if (before.length === 0) return {};
  const names = Object.fromEntries(before.map(([seat], index) => [seat, before[before.length - 1 - index][1]]));
  storeSharedNames(id, names);
  return names;
}
