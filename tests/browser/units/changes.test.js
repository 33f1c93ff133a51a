import { follows, wholeRecord, wholeUpdate, withPage } from "../../../src/damero/web/static/js/state/changes.js";
import { same } from "./expect.js";

/** @typedef {import("../../../src/damero/web/static/js/wire.js").Change} Change */
/** @typedef {import("../../../src/damero/web/static/js/state/changes.js").Known} Known */

/** @param {string} square @param {string} kind */
const piece = (square, kind) => ({ square, kind, marks: [] });
const BEFORE = /** @type {Known} */ (/** @type {unknown} */ ({
  version: 5,
  viewer: { seats: ["white"], seat: "white" },
  presence: { seats: [], spectators: 2, thinking: false },
  state: {
    status: "active",
    can: ["resign"],
    offer: { id: 4, kind: "draw", seat: "black" },
    moves: [{ text: "22-18", squares: ["22", "18"], taken: [] }],
    view: {
      seat: "white",
      to_move: "white",
      pieces: [piece("11", "black-man"), piece("15", "black-man"), piece("22", "white-man"), piece("30", "white-man")],
      taken: ["white-man"],
      hidden: [],
      text: "before",
    },
  },
}));
const CHANGE = /** @type {Change} */ (/** @type {unknown} */ ({
  type: "change",
  from_version: 5,
  version: 6,
  events: [],
  record_from: 0,
  record: [],
  head: "",
  state: {
    moves: [],
    offer: null,
    view_change: {
      to_move: "black",
      pieces: { index: 1, removed: 2, pieces: [piece("8", "white-man")] },
      taken: { kept: 1, kinds: ["black-man"] },
      text: "after",
    },
  },
}));

Deno.test("a change is applied to what was shown before, and what it leaves out stays", () => {
  const { state, viewer, presence, type } = wholeUpdate(CHANGE, BEFORE);
  same([type, viewer, presence], ["update", BEFORE.viewer, BEFORE.presence]);
  same([state.can, state.offer, state.moves], [["resign"], null, []]);
  same(state.view?.pieces.map(({ square }) => square), ["11", "8", "30"]);
  same([state.view?.taken, state.view?.seat, state.view?.to_move, state.view?.text], [
    ["white-man", "black-man"],
    "white",
    "black",
    "after",
  ]);
  same("view_change" in state, false);
});

Deno.test("a change of another version cannot be applied", () => {
  same(follows(CHANGE, BEFORE), true);
  same(follows({ ...CHANGE, from_version: 4 }, BEFORE), false);
  same(follows(CHANGE, { ...BEFORE, state: null }), false);
});

Deno.test("moves that are not loaded yet keep their places, and pages fill them", () => {
  /** @param {string} text */
  const ply = (text) => ({ seat: "white", text, squares: [], at: 0, taken: [], revealed: [], fight: null });
  const snapshot =
    /** @type {import("../../../src/damero/web/static/js/wire.js").Snapshot} */ (/** @type {unknown} */ ({
      record_from: 3,
      record: [ply("d"), ply("e")],
    }));
  const record = wholeRecord(snapshot);
  same(record.map(({ text }) => text), ["…", "…", "…", "d", "e"]);
  const page = { start: 1, total: 5, record: [ply("b"), ply("c"), ply("x")] };
  same(withPage(record, page).map(({ text }) => text), ["…", "b", "c", "d", "e"]);
});
