/** The state of the match page and its reducer. Pure values: no elements, no timers, no network. */

import { refusalText } from "../i18n/refusal.js";
import { wholeRecord, wholeUpdate, withPage } from "./changes.js";
import { needsCover } from "./hand_over.js";
import { premovedRoute, selectPremove } from "./premoves.js";
import { drop, matching, select } from "./selection.js";

/** @typedef {import("../wire.js").Snapshot} Snapshot */
/** @typedef {import("../wire.js").Update} Update */
/** @typedef {import("../wire.js").Presence} Presence */
/** @typedef {import("../wire.js").Route} Route */
/** @typedef {import("../wire.js").State} State */
/** @typedef {import("../wire.js").Viewer} Viewer */
/** @typedef {Pick<import("../wire.js").Problem, "code" | "detail" | "squares"> & Partial<import("../wire.js").KeyedText>} Refusal */

/** @typedef {"connecting" | "open" | "lost" | "gone"} Connection */
/** @typedef {{ text: string, squares: string[] }} Notice */
/** @typedef {{ command: string, route: Route }} SentMove */
/** @typedef {{ kind: string, seat: string, withdrawn: boolean }} Declined */

/**
 * @typedef {object} MatchModel
 * @property {Connection} connection
 * @property {number} version the latest known version; 0 before the first snapshot
 * @property {import("../wire.js").MatchFacts | null} match
 * @property {Viewer} viewer
 * @property {State | null} state
 * @property {import("../wire.js").Ply[]} record
 * @property {Presence} presence
 * @property {number} receivedAt the local time at which the clock in `state` was received
 * @property {number} presenceAt the local time at which `presence` was received
 * @property {boolean} takenBack whether the latest change of the record was a takeback
 * @property {Declined | null} declined an offer that was declined or withdrawn, until the next action
 * @property {string[]} selected the squares selected so far for the next move
 * @property {Route | null} proposed a complete move that waits for confirmation
 * @property {SentMove | null} sent a move shown on the board until the server plays or refuses it
 * @property {import("./premoves.js").Premove[]} premoves moves that wait for the player's turn
 * @property {string | null} premoveFrom the square on which the next premove begins
 * @property {string[] | null} whyNot the squares of an impossible move, until the server has explained it
 * @property {Notice | null} notice
 * @property {number | null} viewedPly an earlier ply that the viewer looks at; null for the current position
 * @property {boolean} covered whether the board is hidden while the device changes hands
 */

/**
 * @typedef {{ type: "snapshot", snapshot: Snapshot, now: number, hidden: boolean }
 *   | { type: "update", update: Update | import("../wire.js").Change, now: number, hidden: boolean }
 *   | { type: "presence", presence: Presence, now: number }
 *   | { type: "connection", connection: Connection }
 *   | { type: "squareSelected", square: string, confirm: boolean, command: string, premovable?: string[] | null }
 *   | { type: "dragStarted", square: string, premovable?: string[] | null }
 *   | { type: "premovePlayed", command: string }
 *   | { type: "pieceDropped", square: string | null, confirm: boolean, command: string, premovable?: string[] | null }
 *   | { type: "confirmed", command: string }
 *   | { type: "cancelled" }
 *   | { type: "pageLoaded", page: import("../wire.js").RecordPage }
 *   | { type: "refused", command: string | null, refusal: Refusal }
 *   | { type: "explained", why: import("../wire.js").Why }
 *   | { type: "noticed", text: string }
 *   | { type: "plyViewed", ply: number | null }
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
  presenceAt: 0,
  takenBack: false,
  declined: null,
  selected: [],
  proposed: null,
  sent: null,
  premoves: [],
  premoveFrom: null,
  whyNot: null,
  notice: null,
  viewedPly: null,
  covered: false,
});

/** The routes that can be selected now. @param {MatchModel} model @returns {Route[]} */
export const playableRoutes = (model) =>
  model.sent || model.viewedPly !== null || model.covered ? [] : model.state?.moves ?? [];

/** @param {MatchModel} model @param {MatchAction} action @returns {MatchModel} */
export function reduce(model, action) {
  switch (action.type) {
    case "snapshot":
      return applySnapshot(model, action);
    case "update":
      return applyUpdate(model, { ...action, update: wholeUpdate(action.update, model) });
    case "presence":
      return { ...model, presence: action.presence, presenceAt: action.now };
    case "connection":
      return { ...model, connection: action.connection };
    case "squareSelected":
      if (action.premovable) return selectPremove(model, action.square, action.premovable);
      return applySelection(model, select(playableRoutes(model), model.selected, action.square), action);
    case "dragStarted":
      if (action.premovable) return { ...model, premoveFrom: action.square };
      return startDrag(model, action.square);
    case "pieceDropped":
      if (action.premovable) return dropPremove(model, action.square);
      return dropPiece(model, action);
    case "premovePlayed":
      return playPremove(model, action.command);
    case "confirmed":
      return model.proposed ? sendMove({ ...model, proposed: null }, model.proposed, action.command) : model;
    case "cancelled":
      return withoutPlans(model);
    case "pageLoaded":
      return { ...model, record: withPage(model.record, action.page) };
    case "refused":
      return showRefusal(model, action.command, action.refusal);
    case "explained":
      return showExplanation(model, action.why);
    case "noticed":
      return { ...model, notice: { text: action.text, squares: [] } };
    case "plyViewed":
      return viewPly(model, action.ply);
    case "uncovered":
      return { ...model, covered: false };
  }
}

/** @param {MatchModel} model @returns {MatchModel} */
function withoutPlans(model) {
  const { selected, proposed, notice, whyNot, declined, premoves, premoveFrom } = EMPTY;
  return { ...model, selected, proposed, notice, whyNot, declined, premoves, premoveFrom };
}

/**
 * Keeps a sent move that the snapshot does not contain yet.
 * @param {MatchModel} model
 * @param {{ snapshot: Snapshot, now: number, hidden: boolean }} action
 */
function applySnapshot(model, { snapshot, now, hidden }) {
  const known = snapshot.version === model.version;
  return {
    ...model,
    connection: /** @type {Connection} */ ("open"),
    version: snapshot.version,
    match: snapshot.match,
    viewer: snapshot.viewer,
    state: snapshot.state,
    record: wholeRecord(snapshot),
    presence: snapshot.presence,
    receivedAt: now,
    presenceAt: now,
    takenBack: false,
    selected: known ? model.selected : [],
    proposed: known ? model.proposed : null,
    sent: unconfirmedMove(model, wholeRecord(snapshot).length),
    covered: needsCover(model, snapshot.viewer, snapshot.state, hidden),
  };
}

/** @param {MatchModel} model @param {{ update: Update, now: number, hidden: boolean }} action @returns {MatchModel} */
function applyUpdate(model, { update, now, hidden }) {
  const current = { ...model, connection: /** @type {Connection} */ ("open") };
  if (update.version < model.version) return model;
  if (update.version === model.version) {
    const { state, viewer, presence } = update;
    return { ...current, state, viewer, presence, receivedAt: now, presenceAt: now };
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
    presenceAt: now,
    takenBack: record.length < model.record.length || (model.takenBack && !moved),
    declined: declinedOffer(model, update) ?? (moved ? null : model.declined),
    selected: moved ? [] : model.selected,
    proposed: moved ? null : model.proposed,
    notice: moved ? null : model.notice,
    sent: unconfirmedMove(model, record.length),
    covered: needsCover(model, update.viewer, update.state, hidden),
  };
}

/** The offer that somebody else has just declined or withdrawn. @param {MatchModel} model @param {Update} update @returns {Declined | null} */
function declinedOffer(model, { events, viewer }) {
  const event = events.findLast(({ kind }) => kind === "offer_declined");
  if (!event?.seat || viewer.seats.includes(event.seat)) return null;
  return { kind: event.text, seat: event.seat, withdrawn: model.state?.offer?.seat === event.seat };
}

/** @param {MatchModel} model @param {number} plies @returns {SentMove | null} */
const unconfirmedMove = (model, plies) => (plies > model.record.length ? null : model.sent);

/**
 * @param {MatchModel} model @param {import("./selection.js").Selection} selection
 * @param {{ confirm: boolean, command: string }} options @returns {MatchModel}
 */
function applySelection(model, selection, { confirm, command }) {
  const cleared = { ...model, notice: null, proposed: null, whyNot: null, declined: null };
  switch (selection.type) {
    case "move":
      return confirm
        ? { ...cleared, selected: selection.route.squares, proposed: selection.route }
        : sendMove(cleared, selection.route, command);
    case "selected":
      return { ...cleared, selected: selection.squares };
    case "deselected":
      return { ...cleared, selected: [] };
    case "impossible":
      return attemptMove(cleared, selection.squares);
  }
}

/**
 * A piece without moves can be selected: its target is needed before the server can explain why it cannot move there.
 * @param {MatchModel} model
 * @param {string[]} squares
 * @returns {MatchModel}
 */
function attemptMove(model, squares) {
  if (!canAttempt(model, squares[0])) return { ...model, selected: [] };
  return squares.length > 1 ? { ...model, selected: [], whyNot: squares } : { ...model, selected: squares };
}

/**
 * Whether an impossible move from this square is explained: only to the player to move, and only for a piece.
 * @param {MatchModel} model
 * @param {string} square
 */
export const canAttempt = (model, square) =>
  playableRoutes(model).length > 0 && Boolean(model.state?.view?.pieces.some((piece) => piece.square === square));

/** @param {MatchModel} model @param {Route} route @param {string} command @returns {MatchModel} */
const sendMove = (model, route, command) => ({ ...model, selected: [], sent: { command, route } });

/** @param {MatchModel} model @param {string} square @returns {MatchModel} */
function startDrag(model, square) {
  if (model.selected.at(-1) === square || !canAttempt(model, square)) return model;
  return { ...model, selected: [square], proposed: null, notice: null };
}

/**
 * @param {MatchModel} model
 * @param {{ square: string | null, confirm: boolean, command: string }} action
 * @returns {MatchModel}
 */
function dropPiece(model, action) {
  if (action.square === null || model.selected.length === 0 || model.selected.at(-1) === action.square) return model;
  return applySelection(model, drop(playableRoutes(model), model.selected, action.square), action);
}

/** @param {MatchModel} model @param {string | null} square @returns {MatchModel} */
const dropPremove = (model, square) =>
  square === null || square === model.premoveFrom ? { ...model, premoveFrom: null } : selectPremove(model, square, []);

/** Plays the first premove, or drops all. @param {MatchModel} model @param {string} command @returns {MatchModel} */
function playPremove(model, command) {
  const route = premovedRoute(model);
  if (!route) return { ...model, premoves: [], premoveFrom: null };
  return { ...sendMove(model, route, command), premoves: model.premoves.slice(1) };
}

/** @param {MatchModel} model @param {string | null} command @param {Refusal} refusal @returns {MatchModel} */
function showRefusal(model, command, refusal) {
  const own = model.sent !== null && model.sent.command === command;
  return { ...model, sent: own ? null : model.sent, notice: { text: refusalText(refusal), squares: refusal.squares } };
}

/** @param {MatchModel} model @param {import("../wire.js").Why} why @returns {MatchModel} */
function showExplanation(model, why) {
  if (model.whyNot === null) return model;
  const notice = why.legal || !why.detail ? null : { text: refusalText(why), squares: why.squares };
  return { ...model, whyNot: null, notice };
}

/** @param {MatchModel} model @param {number | null} ply @returns {MatchModel} */
function viewPly(model, ply) {
  const viewedPly = ply === null || ply >= model.record.length ? null : Math.max(0, ply);
  return { ...model, viewedPly, selected: [], proposed: null, notice: null };
}

/** The route to show on the board while a move is selected or sent. @param {MatchModel} model @returns {Route | null} */
export function selectedRoute(model) {
  if (model.sent) return model.sent.route;
  if (model.proposed) return model.proposed;
  return model.selected.length > 1 ? matching(playableRoutes(model), model.selected)[0] ?? null : null;
}
