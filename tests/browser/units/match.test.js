import { EMPTY, playableRoutes, reduce, selectedRoute } from "../../../src/damero/web/static/js/state/match.js";
import { isFlippedFor } from "../../../src/damero/web/static/js/state/plain_board.js";
import { boardHints, boardPieces, capturedSquares } from "../../../src/damero/web/static/js/state/view_model.js";
import { holds, same } from "./expect.js";

/** @typedef {import("../../../src/damero/web/static/js/wire.js").Snapshot} Snapshot */

const ROUTES = [
  { text: "22-18", squares: ["22", "18"], taken: [] },
  { text: "30x21x14", squares: ["30", "21", "14"], taken: ["25", "17"] },
];
const VIEW = {
  seat: "white",
  to_move: "white",
  taken: [],
  hidden: [],
  text: "",
  pieces: ["22", "30", "25", "17"].map((square, index) => ({
    square,
    kind: index < 2 ? "white-man" : "black-man",
    marks: [],
  })),
};
const GAME = /** @type {import("../../../src/damero/web/static/js/wire.js").Game} */ (/** @type {unknown} */ ({
  hidden: false,
  seats: ["white", "black"],
  pieces: [{ id: "white-man", colour: "white", symbol: "w" }, { id: "black-man", colour: "black", symbol: "b" }],
}));

/** @param {Partial<Snapshot>} [more] @param {Record<string, unknown>} [state] @returns {Snapshot} */
const snapshot = (more = {}, state = {}) => /** @type {Snapshot} */ (/** @type {unknown} */ ({
  type: "snapshot",
  version: 3,
  record: [],
  viewer: { seats: ["white"], seat: "white" },
  match: { id: "m" },
  presence: { seats: [], spectators: 0, thinking: false },
  state: { status: "active", view: VIEW, moves: ROUTES, seats: [], can: [], offer: null, outcome: null, ...state },
  ...more,
}));

const begun = reduce(EMPTY, { type: "snapshot", snapshot: snapshot(), now: 10, hidden: false });
const how = { confirm: false, command: "c1" };
/** @param {import("../../../src/damero/web/static/js/state/match.js").MatchModel} model @param {...string} squares */
const selectSquares = (model, ...squares) =>
  squares.reduce((now, square) => reduce(now, { type: "squareSelected", square, ...how }), model);

/** @param {number} version @param {string[]} moves */
const update = (
  version,
  moves,
) => /** @type {import("../../../src/damero/web/static/js/wire.js").Update} */ (/** @type {unknown} */ ({
  type: "update",
  from_version: version - 1,
  version,
  events: [],
  record_from: 0,
  viewer: { seats: ["white"], seat: "white" },
  presence: { seats: [], spectators: 0, thinking: false },
  record: moves.map((text) => ({ seat: "white", text, squares: text.split("-"), at: 0, taken: [], revealed: [] })),
  state: { ...snapshot().state, moves: [] },
}));

Deno.test("a move is on its way from the last touch until the server has played it", () => {
  const sent = selectSquares(begun, "22", "18");
  same(sent.sent, { command: "c1", route: ROUTES[0] });
  same(playableRoutes(sent), []);
  holds(boardPieces(sent, GAME).some((piece) => piece.square === "18"));
  const played = reduce(sent, { type: "update", update: update(4, ["22-18"]), now: 20, hidden: false });
  same(played.sent, null);
  same(played.version, 4);
});

Deno.test("a refused move is taken back and the reason is shown with its squares", () => {
  const sent = selectSquares(begun, "22", "18");
  const back = reduce(sent, {
    type: "refused",
    command: "c1",
    refusal: { code: "X", detail: "You must capture.", squares: ["30"] },
  });
  same(back.sent, null);
  same(boardPieces(back, GAME), VIEW.pieces);
  same(boardHints(back).involved, ["30"]);
  same(back.notice?.text, "You must capture.");
});

Deno.test("the refusal of another command leaves the move on its way", () => {
  const sent = selectSquares(begun, "22", "18");
  const other = reduce(sent, { type: "refused", command: "other", refusal: { code: "X", detail: "No.", squares: [] } });
  same(other.sent, sent.sent);
});

Deno.test("a move on its way survives a reconnection in which it is not yet played", () => {
  const sent = selectSquares(begun, "22", "18");
  const lost = reduce(sent, { type: "connection", connection: "lost" });
  const again = reduce(lost, { type: "snapshot", snapshot: snapshot(), now: 30, hidden: false });
  same(again.sent, sent.sent);
  same(again.connection, "open");
});

Deno.test("what comes late changes nothing", () => {
  const late = reduce(begun, { type: "update", update: update(2, ["1-2"]), now: 20, hidden: false });
  same(late, begun);
});

Deno.test("a capture selectedRoute hop by hop shows each hop and what it took", () => {
  const hop = selectSquares(begun, "30", "21");
  same(hop.selected, ["30", "21"]);
  const squares = boardPieces(hop, GAME).map((piece) => piece.square);
  same(squares, ["22", "21", "17"]);
  same(selectedRoute(hop), ROUTES[1]);
  same(boardHints(hop).targets, ["14"]);
});

Deno.test("with confirmation a move waits for a yes", () => {
  const proposed = ["22", "18"].reduce(
    (now, square) => reduce(now, { type: "squareSelected", square, confirm: true, command: "c2" }),
    begun,
  );
  same(proposed.sent, null);
  same(proposed.proposed, ROUTES[0]);
  same(reduce(proposed, { type: "confirmed", command: "c3" }).sent, { command: "c3", route: ROUTES[0] });
  same(reduce(proposed, { type: "cancelled" }).proposed, null);
});

Deno.test("a try that is no move asks why, and the answer is shown once", () => {
  const tried = selectSquares(begun, "22", "5");
  same(tried.whyNot, ["22", "5"]);
  const why = {
    legal: false,
    code: "CAPTURE_REQUIRED",
    detail: "You must capture: 30 takes 25.",
    key: "draughts.capture_required",
    values: {},
    squares: ["30", "25"],
    moves: [],
  };
  const told = reduce(tried, { type: "explained", why });
  same(told.notice, { text: why.detail, squares: why.squares });
  same(told.whyNot, null);
});

Deno.test("a piece that cannot move may be tried, and asks why once its target is known", () => {
  const tried = selectSquares(begun, "25");
  same([tried.whyNot, tried.selected], [null, ["25"]]);
  same(selectSquares(tried, "21").whyNot, ["25", "21"]);
});

Deno.test("an empty square alone asks nothing, and a spectator is told nothing", () => {
  same(selectSquares(begun, "5").whyNot, null);
  const watching = reduce(EMPTY, { type: "snapshot", snapshot: snapshot({}, { moves: [] }), now: 1, hidden: false });
  same(selectSquares(watching, "22").whyNot, null);
});

Deno.test("dragging is the same as touching, and letting go on the start keeps the piece selectedRoute", () => {
  const dragged = reduce(begun, { type: "dragStarted", square: "22" });
  same(dragged.selected, ["22"]);
  same(reduce(dragged, { type: "pieceDropped", square: "22", ...how }).selected, ["22"]);
  same(reduce(dragged, { type: "pieceDropped", square: "18", ...how }).sent?.route, ROUTES[0]);
  same(reduce(dragged, { type: "pieceDropped", square: null, ...how }).sent, null);
});

Deno.test("looking back stops moves, and the last ply is the present", () => {
  const played = reduce(begun, { type: "update", update: update(4, ["22-18", "9-13"]), now: 20, hidden: false });
  const back = reduce(played, { type: "plyViewed", ply: 1 });
  same(back.viewedPly, 1);
  same(playableRoutes(back), []);
  same(reduce(back, { type: "plyViewed", ply: 2 }).viewedPly, null);
  same(reduce(back, { type: "plyViewed", ply: -4 }).viewedPly, 0);
});

Deno.test("a shared device covers a board with secrets when the viewingSeat change, and no other", () => {
  const shared = { viewer: { seats: ["white", "black"], seat: "white" } };
  const other = { viewer: { seats: ["white", "black"], seat: "black" }, version: 4 };
  const first = reduce(EMPTY, { type: "snapshot", snapshot: snapshot(shared), now: 1, hidden: true });
  holds(first.covered);
  const seen = reduce(first, { type: "uncovered" });
  holds(reduce(seen, { type: "snapshot", snapshot: snapshot(other), now: 2, hidden: true }).covered);
  holds(!reduce(seen, { type: "snapshot", snapshot: snapshot(shared), now: 2, hidden: true }).covered);
  holds(!reduce(EMPTY, { type: "snapshot", snapshot: snapshot(shared), now: 1, hidden: false }).covered);
  same(playableRoutes(first), []);
});

Deno.test("where every move takes, the pieces are marked as forced", () => {
  const forced = reduce(EMPTY, {
    type: "snapshot",
    snapshot: snapshot({}, { moves: [ROUTES[1]] }),
    now: 1,
    hidden: false,
  });
  same(boardHints(forced).forced, ["30"]);
  same(boardHints(forced).movable, []);
  same(boardHints(begun).movable, ["22", "30"]);
});

Deno.test("captured squares are marked unless the capturing piece stands there", () => {
  const ply = { seat: "white", text: "", squares: ["30", "21"], at: 0, taken: ["25"], revealed: [], fight: null };
  same(capturedSquares(ply), ["25"]);
  same(capturedSquares({ ...ply, taken: ["21"] }), []);
});

Deno.test("who plays the second colour of the catalogue sits across", () => {
  same(["white", "black", "first", null].map((seat) => isFlippedFor(GAME, seat)), [false, true, false, false]);
});

Deno.test("no action changes the model it is given", () => {
  const frozen = structuredClone(begun);
  selectSquares(begun, "30", "21", "14");
  reduce(begun, { type: "plyViewed", ply: 0 });
  same(begun, frozen);
});
