/** Applies the changes that the server sends to what was shown before. */

/** @typedef {import("../wire.js").Change} Change */
/** @typedef {import("../wire.js").State} State */
/** @typedef {import("../wire.js").StateChange} StateChange */
/** @typedef {import("../wire.js").Update} Update */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").ViewChange} ViewChange */

/** @typedef {Pick<import("./match.js").MatchModel, "version" | "state" | "viewer" | "presence">} Known */

/** Whether an update can be applied to what is known. If not, the client asks for what it missed. @param {Update | Change} update @param {Known} known */
export const follows = (update, { version, state }) =>
  update.type === "update" ? update.from_version <= version : state !== null && update.from_version === version;

/** The update that a change stands for. @param {Update | Change} update @param {Known} before @returns {Update} */
export function wholeUpdate(update, before) {
  if (update.type === "update") return update;
  if (before.state === null) throw new Error("A change needs a state to start from.");
  const { viewer = before.viewer, presence = before.presence } = update;
  return { ...update, type: "update", viewer, presence, state: changedState(before.state, update.state) };
}

/** Stands for a move that has not been loaded yet. @type {Readonly<import("../wire.js").Ply>} */
const UNLOADED = Object.freeze({ seat: "", text: "…", squares: [], at: 0, taken: [], revealed: [], fight: null });

/** As long as the game, even if only its newest moves have been loaded. @param {import("../wire.js").Snapshot} snapshot */
export const wholeRecord = ({ record, record_from = 0 }) => [...Array(record_from).fill(UNLOADED), ...record];

/** The record with moves that were loaded later. @param {import("../wire.js").Ply[]} record @param {import("../wire.js").RecordPage} page */
export const withPage = (record, page) =>
  record.map((ply, index) => ply === UNLOADED ? page.record[index - page.start] ?? ply : ply);

/** @param {State} state @param {StateChange} change @returns {State} */
function changedState(state, { view_change, ...given }) {
  const view = state.view && view_change ? { view: changedView(state.view, view_change) } : {};
  return { ...state, ...given, ...view };
}

/** @param {View} view @param {ViewChange} change @returns {View} */
function changedView(view, { pieces, taken, ...given }) {
  const after = { ...view, ...given };
  if (pieces) after.pieces = view.pieces.toSpliced(pieces.index, pieces.removed, ...pieces.pieces);
  if (taken) after.taken = [...view.taken.slice(0, taken.kept), ...taken.kinds];
  return after;
}
