/** What the match page knows, as a value, and how each thing that happens changes it. No elements, no clock, no network. */

import { drop, started, touch } from "./selection.js";

/** @typedef {import("../wire.js").Snapshot} Snapshot */
/** @typedef {import("../wire.js").Update} Update */
/** @typedef {import("../wire.js").Presence} Presence */
/** @typedef {Pick<import("../wire.js").Problem, "code" | "detail" | "squares">} Refusal */
/** @typedef {import("../wire.js").Route} Route */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Why} Why */

/** @typedef {"connecting" | "open" | "lost" | "gone"} Connection */
/** @typedef {{ text: string, squares: string[] }} Notice */
/** @typedef {{ command: string, route: Route }} Sent */

/**
 * @typedef {object} MatchModel
 * @property {Connection} connection
 * @property {number} version the last version known; 0 before the first snapshot
 * @property {import("../wire.js").MatchFacts | null} match
 * @property {import("../wire.js").Viewer} viewer
 * @property {import("../wire.js").State | null} state
 * @property {import("../wire.js").Ply[]} record
 * @property {Presence} presence
 * @property {number} receivedAt the local time at which the clock in `state` was true
 * @property {string[]} touched the squares of the move being chosen
 * @property {Route | null} proposed a whole move that waits for its confirmation
 * @property {Sent | null} sent a move on its way, shown until it is acknowledged or refused
 * @property {string | null} asked the squares of a question "why not?", joined, until it is answered
 * @property {Notice | null} notice
 * @property {number | null} ply the ply looked at; null: the present
 * @property {View | null} before the view before the last change, to show what happened
 * @property {boolean} covered the board is hidden while the device changes hands
 */

/**
 * @typedef {{ type: "snapshot", snapshot: Snapshot, now: number, hidden: boolean }
 *   | { type: "update", update: Update, now: number, hidden: boolean }
 *   | { type: "presence", presence: Presence }
 *   | { type: "connection", connection: Connection }
 *   | { type: "touched", square: string, confirm: boolean, command: string }
 *   | { type: "lifted", square: string }
 *   | { type: "dropped", square: string | null, confirm: boolean, command: string }
 *   | { type: "confirmed", command: string }
 *   | { type: "cancelled" }
 *   | { type: "acknowledged", command: string }
 *   | { type: "refused", command: string | null, refusal: Refusal }
 *   | { type: "explained", why: Why }
 *   | { type: "noticed", text: string }
 *   | { type: "looked", ply: number | null }
 *   | { type: "uncovered" }} MatchAction
 */

/** @type {Readonly<MatchModel>} */
export const EMPTY = Object.freeze({
  connection: "connecting",
  version: 0,
  match: null,
  viewer: { seats: [], seat: null },
  state: null,
  record: [],
  presence: { seats: [], spectators: 0, thinking: false },
  receivedAt: 0,
  touched: [],
  proposed: null,
  sent: null,
  asked: null,
  notice: null,
  ply: null,
  before: null,
  covered: false,
});

/** @param {MatchModel} model @returns {Route[]} the routes that may be touched now */
export const routes = (model) => (model.sent || model.ply !== null || model.covered ? [] : model.state?.moves ?? []);

/** @param {MatchModel} model @param {MatchAction} action @returns {MatchModel} */
export function reduce(model, action) {
  switch (action.type) {
    case "snapshot":
      return arrived(model, action);
    case "update":
      return updated(model, action);
    case "presence":
      return { ...model, presence: action.presence };
    case "connection":
      return { ...model, connection: action.connection };
    case "touched":
      return judged(model, touch(routes(model), model.touched, action.square), action);
    case "lifted":
      return lifted(model, action.square);
    case "dropped":
      return dropped(model, action);
    case "confirmed":
      return model.proposed ? sending({ ...model, proposed: null }, model.proposed, action.command) : model;
    case "cancelled":
      return { ...model, touched: [], proposed: null, notice: null, asked: null };
    case "acknowledged":
      return model;
    case "refused":
      return refused(model, action.command, action.refusal);
    case "explained":
      return explained(model, action.why);
    case "noticed":
      return { ...model, notice: { text: action.text, squares: [] } };
    case "looked":
      return looked(model, action.ply);
    case "uncovered":
      return { ...model, covered: false };
  }
}

/**
 * A move on its way survives a snapshot in which it is not yet played.
 * @param {MatchModel} model
 * @param {{ snapshot: Snapshot, now: number, hidden: boolean }} action
 */
function arrived(model, { snapshot, now, hidden }) {
  const known = snapshot.version === model.version;
  return {
    ...model,
    connection: /** @type {Connection} */ ("open"),
    version: snapshot.version,
    match: snapshot.match,
    viewer: snapshot.viewer,
    state: snapshot.state,
    record: snapshot.record,
    presence: snapshot.presence,
    receivedAt: now,
    touched: known ? model.touched : [],
    proposed: known ? model.proposed : null,
    sent: stillOpen(model, snapshot.record.length),
    before: known ? model.before : null,
    covered: covers(model, snapshot.viewer, snapshot.state, hidden),
  };
}

/** @param {MatchModel} model @param {{ update: Update, now: number, hidden: boolean }} action @returns {MatchModel} */
function updated(model, { update, now, hidden }) {
  const current = { ...model, connection: /** @type {Connection} */ ("open") };
  if (update.version < model.version) return model;
  if (update.version === model.version) {
    return { ...current, state: update.state, viewer: update.viewer, presence: update.presence, receivedAt: now };
  }
  const record = model.record.slice(0, update.record_from).concat(update.record);
  const moved = record.length !== model.record.length;
  return {
    ...current,
    version: update.version,
    viewer: update.viewer,
    state: update.state,
    record,
    presence: update.presence,
    receivedAt: now,
    touched: moved ? [] : model.touched,
    proposed: moved ? null : model.proposed,
    notice: moved ? null : model.notice,
    sent: stillOpen(model, record.length),
    before: moved ? model.state?.view ?? null : model.before,
    covered: covers(model, update.viewer, update.state, hidden),
  };
}

/** @param {MatchModel} model @param {number} plies @returns {Sent | null} */
const stillOpen = (model, plies) => (plies > model.record.length ? null : model.sent);

/**
 * Who shares a device covers a board with secrets whenever the eyes change.
 * @param {MatchModel} model @param {import("../wire.js").Viewer} viewer @param {import("../wire.js").State} state @param {boolean} hidden
 */
function covers(model, viewer, state, hidden) {
  const shared = viewer.seats.length > 1 && hidden && (state.status === "active" || state.status === "waiting");
  const before = model.state ? eyes(model.viewer, model.state) : null;
  return shared && (model.covered || eyes(viewer, state) !== before);
}

/**
 * Whose eyes are on the board: before the game, the first of the viewer's seats that is not ready.
 * @param {import("../wire.js").Viewer} viewer
 * @param {import("../wire.js").State} state
 */
export function eyes(viewer, state) {
  const unready = state.seats.find((seat) => viewer.seats.includes(seat.seat) && !seat.ready);
  return state.status === "waiting" && unready ? unready.seat : viewer.seat;
}

/**
 * @param {MatchModel} model @param {import("./selection.js").Touch} meant
 * @param {{ confirm: boolean, command: string }} how @returns {MatchModel}
 */
function judged(model, meant, how) {
  const calm = { ...model, notice: null, proposed: null, asked: null };
  switch (meant.is) {
    case "move":
      return how.confirm
        ? { ...calm, touched: meant.route.squares, proposed: meant.route }
        : sending(calm, meant.route, how.command);
    case "selected":
      return { ...calm, touched: meant.touched };
    case "cleared":
      return { ...calm, touched: [] };
    case "refused":
      return tried(calm, meant.squares);
  }
}

/**
 * A piece that cannot move may be tried: where it was meant to go is needed to say why not.
 * @param {MatchModel} model
 * @param {string[]} squares
 * @returns {MatchModel}
 */
function tried(model, squares) {
  if (!mayTry(model, squares[0])) return { ...model, touched: [] };
  return squares.length > 1 ? { ...model, touched: [], asked: squares.join(" ") } : { ...model, touched: squares };
}

/**
 * Only who could move now is told anything, and only about a piece.
 * @param {MatchModel} model
 * @param {string} square
 */
export const mayTry = (model, square) =>
  routes(model).length > 0 && Boolean(model.state?.view?.pieces.some((piece) => piece.square === square));

/** @param {MatchModel} model @param {Route} route @param {string} command @returns {MatchModel} */
const sending = (model, route, command) => ({ ...model, touched: [], sent: { command, route } });

/** @param {MatchModel} model @param {string} square @returns {MatchModel} */
function lifted(model, square) {
  if (model.touched.length && model.touched[model.touched.length - 1] === square) return model;
  if (!mayTry(model, square)) return model;
  return { ...model, touched: [square], proposed: null, notice: null };
}

/**
 * @param {MatchModel} model
 * @param {{ square: string | null, confirm: boolean, command: string }} action
 * @returns {MatchModel}
 */
function dropped(model, action) {
  if (action.square === null || model.touched.length === 0) return model;
  if (model.touched[model.touched.length - 1] === action.square) return model;
  return judged(model, drop(routes(model), model.touched, action.square), action);
}

/** @param {MatchModel} model @param {string | null} command @param {Refusal} refusal @returns {MatchModel} */
function refused(model, command, refusal) {
  const own = model.sent !== null && model.sent.command === command;
  return { ...model, sent: own ? null : model.sent, notice: { text: refusal.detail, squares: refusal.squares } };
}

/** @param {MatchModel} model @param {Why} why @returns {MatchModel} */
function explained(model, why) {
  if (model.asked === null) return model;
  const notice = why.legal || !why.detail ? null : { text: why.detail, squares: why.squares };
  return { ...model, asked: null, notice };
}

/** @param {MatchModel} model @param {number | null} ply @returns {MatchModel} */
function looked(model, ply) {
  const last = model.record.length;
  const at = ply === null || ply >= last ? null : Math.max(0, ply);
  return { ...model, ply: at, touched: [], proposed: null, notice: null };
}

/**
 * The route to draw while it is chosen: the one that fits what is touched.
 * @param {MatchModel} model
 * @returns {Route | null}
 */
export function chosen(model) {
  if (model.sent) return model.sent.route;
  if (model.proposed) return model.proposed;
  return model.touched.length > 1 ? started(routes(model), model.touched)[0] ?? null : null;
}
