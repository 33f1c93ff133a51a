import { effectsOf } from "../../../src/damero/web/static/js/state/effects.js";
import { EMPTY } from "../../../src/damero/web/static/js/state/match.js";
import { same } from "./expect.js";

/** @typedef {import("../../../src/damero/web/static/js/state/match.js").MatchModel} MatchModel */

const GAME = /** @type {import("../../../src/damero/web/static/js/wire.js").Game} */ (/** @type {unknown} */ ({
  hidden: false,
  seats: ["white", "black"],
  pieces: [],
}));
const SECRET = { ...GAME, hidden: true };
/** @param {string} square @param {string} [kind] */
const piece = (square, kind = "white-man") => ({ square, kind, marks: [] });

/** @param {string[]} squares @param {Record<string, unknown>} [more] */
const ply = (squares, more = {}) => ({
  seat: "black",
  text: "",
  squares,
  at: 0,
  taken: [],
  revealed: [],
  fight: null,
  ...more,
});

/** @param {Record<string, unknown>[]} record @param {string[]} squares @param {Record<string, unknown>} [more] @returns {MatchModel} */
const model = (record, squares, more = {}) => /** @type {MatchModel} */ (/** @type {unknown} */ ({
  ...EMPTY,
  version: record.length + 1,
  record,
  state: {
    view: { pieces: squares.map((square) => piece(square)) },
    seats: [{ seat: "white", player: { kind: "person" } }, { seat: "black", player: { kind: "engine" } }],
    outcome: null,
  },
  ...more,
}));

/** @param {MatchModel} before @param {MatchModel} after @param {typeof GAME} [game] */
const types = (before, after, game = GAME) => effectsOf(before, after, game).map(({ type }) => type);

Deno.test("an engine's move comes after a pause, a person's at once", () => {
  const before = model([], ["1", "5"]);
  same(types(before, model([ply(["1", "6"])], ["6", "5"])), ["pause", "hop", "played", "shown"]);
  same(types(before, model([ply(["1", "6"], { seat: "white" })], ["6", "5"])), ["hop", "played", "shown"]);
});

Deno.test("each hop of a capture removes the piece that it jumps", () => {
  const after = model([ply(["1", "10", "19"], { taken: ["6", "15"] })], ["19"]);
  const hops = effectsOf(model([], ["1", "6", "15"]), after, GAME).filter(({ type }) => type === "hop");
  same(hops.map((hop) => hop.type === "hop" ? hop.pieces.map(({ square }) => square) : []), [["10", "15"], ["19"]]);
});

Deno.test("the attacker of a fight moves only if it wins", () => {
  const fight = { attacker: "a", defender: "b" };
  const attack = (/** @type {string | null} */ winner) =>
    model([ply(["1", "2"], { taken: ["2"], fight: { ...fight, winner } })], ["2"]);
  const before = model([], ["1", "2"]);
  same(types(before, attack("a"), SECRET), ["pause", "fight", "hop", "played", "shown"]);
  same(types(before, attack("b"), SECRET), ["pause", "fight", "played", "shown"]);
  same(types(before, attack(null), SECRET), ["pause", "fight", "played", "shown"]);
});

Deno.test("a move of one's own is shown when it is sent, and not again when it is played", () => {
  const route = { text: "", squares: ["1", "6"], taken: [] };
  const before = model([], ["1", "5"], { selected: ["1"] });
  const sent = { ...before, selected: [], sent: { command: "c", route } };
  same(types(before, sent), ["hop", "shown"]);
  same(types(sent, model([ply(["1", "6"], { seat: "white" })], ["6", "5"])), ["played", "shown"]);
});

Deno.test("a shared device shows a fight before it is covered, and again to the other player", () => {
  const fought = ply(["1", "2"], { taken: ["2"], seat: "white", fight: { attacker: "a", defender: "b", winner: "b" } });
  const covered = model([fought], ["2"], { covered: true });
  same(types(model([], ["1", "2"]), covered, SECRET), ["fight", "played", "shown"]);
  same(types(covered, { ...covered, covered: false }, SECRET), ["shown", "fight"]);
});

Deno.test("the end of the game comes last", () => {
  const after = model([ply(["1", "6"])], ["6"]);
  const over = { ...after, state: { ...after.state, outcome: { winner: "black", reason: "no_moves" } } };
  same(types(model([], ["1"]), /** @type {MatchModel} */ (over)).at(-1), "over");
});

Deno.test("a move that makes a king is told, one that shows a hidden piece is not", () => {
  const crowned = (/** @type {typeof GAME} */ game) => {
    const after = model([ply(["5", "1"])], []);
    after.state?.view?.pieces.push(piece("1", "white-king"));
    return effectsOf(model([], ["5"]), after, game).find(({ type }) => type === "played");
  };
  same(crowned(GAME), { type: "played", ply: ply(["5", "1"]), crowned: true });
  same(crowned(SECRET), { type: "played", ply: ply(["5", "1"]), crowned: false });
});
