/** A device that two people share: whose view is shown, and when the board is covered. Pure values. */

/** @typedef {import("./match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").State} State */
/** @typedef {import("../wire.js").Viewer} Viewer */

/**
 * On a shared device, a board with hidden pieces is covered whenever the viewing seat changes.
 * @param {MatchModel} model @param {Viewer} viewer @param {State} state @param {boolean} hidden
 */
export function needsCover(model, viewer, state, hidden) {
  const shared = viewer.seats.length > 1 && hidden && (state.status === "active" || state.status === "waiting");
  const before = model.state ? viewingSeat(model.viewer, model.state) : null;
  return shared && (model.covered || viewingSeat(viewer, state) !== before);
}

/**
 * The seat that the board is shown to: before the game, the viewer's first seat that is not ready.
 * @param {Viewer} viewer
 * @param {State} state
 */
export function viewingSeat(viewer, state) {
  const unready = state.seats.find((seat) => viewer.seats.includes(seat.seat) && !seat.ready);
  return state.status === "waiting" && unready ? unready.seat : viewer.seat;
}

/**
 * The seat at the bottom of the board. Two players at one device keep their sides while both see the same pieces.
 * @param {{ viewer: Viewer, state: State | null }} model
 * @param {import("../wire.js").Game} game
 */
export function nearSeat({ viewer, state }, game) {
  const open = !game.hidden || state?.status === "finished";
  return viewer.seats.length > 1 && open ? game.seats[0] : viewer.seat;
}
