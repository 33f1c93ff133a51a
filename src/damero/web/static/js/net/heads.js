/** Receipts: the newest head of each match's history that the server sent, kept in this browser. */

const KEY = "damero.heads";
/** Heads kept at most; the oldest are forgotten. */
const MOST = 100;

/** @returns {Record<string, string>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} matchId @returns {string | null} */
export const keptHead = (matchId) => stored()[matchId] ?? null;

/** @param {string} matchId @param {string} head */
export function keepHead(matchId, head) {
  const { [matchId]: before, ...others } = stored();
  if (before === head || !head) return;
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...Object.entries(others), [matchId, head]].slice(-MOST))),
    );
  } catch {
    // Without access to storage, no receipt is kept.
  }
}
