import { marksOn, withInformativeMarks } from "../../../src/damero/web/static/js/state/marks.js";
import { same } from "./expect.js";

const GAME = /** @type {import("../../../src/damero/web/static/js/wire.js").Game} */ (/** @type {unknown} */ ({
  pieces: [{ id: "red-miner", label: "3" }, { id: "blue-miner", label: "3" }, { id: "blue-unknown", label: "?" }],
}));
const OWN = { square: "a1", kind: "red-miner", marks: ["moved", "revealed"] };
const KNOWN = { square: "a9", kind: "blue-miner", marks: ["moved", "revealed"] };
const UNKNOWN = { square: "b9", kind: "blue-unknown", marks: ["moved"] };

Deno.test("marks stay on unknown pieces only, and the legend explains those that are shown", () => {
  const shown = withInformativeMarks(GAME, [OWN, KNOWN, UNKNOWN]);
  same(shown.map(({ marks }) => marks), [[], [], ["moved"]]);
  same(marksOn(shown), ["moved"]);
  same(marksOn([KNOWN]), ["moved", "revealed"]);
});

Deno.test("a piece that lies face down keeps its mark", () => {
  const [piece] = withInformativeMarks(GAME, [{ ...OWN, marks: ["face-down"] }]);
  same(piece.marks, ["face-down"]);
});
