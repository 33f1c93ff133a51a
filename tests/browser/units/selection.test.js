import { drop, finalSquares, movable, nextSquares, select } from "../../../src/damero/web/static/js/state/selection.js";
import { holds, same } from "./expect.js";

/** @param {string} text @param {string[]} taken */
const route = (text, taken = []) => ({ text, squares: text.split(/[x-]/), taken });

const STEPS = [route("21-17"), route("22-17"), route("22-18")];
const CHAIN = [route("30x21x14", ["25", "17"]), route("30x21x12", ["25", "16"]), route("31x22", ["26"])];

Deno.test("the squares that can be selected first are those of the routes, once each", () => {
  same(movable(STEPS), ["21", "22"]);
});

Deno.test("selecting a piece and its target makes the move", () => {
  const first = select(STEPS, [], "22");
  same(first, { type: "selected", squares: ["22"] });
  same(select(STEPS, ["22"], "18"), { type: "move", route: STEPS[2] });
});

Deno.test("selecting another own piece replaces the selection", () => {
  same(select(STEPS, ["22"], "21"), { type: "selected", squares: ["21"] });
});

Deno.test("selecting the same piece again deselects it", () => {
  same(select(STEPS, ["22"], "22"), { type: "deselected" });
});

Deno.test("a capture is made hop after hop", () => {
  same(select(CHAIN, ["30"], "21"), { type: "selected", squares: ["30", "21"] });
  same(nextSquares(CHAIN, ["30", "21"]), ["14", "12"]);
  same(select(CHAIN, ["30", "21"], "14"), { type: "move", route: CHAIN[0] });
});

Deno.test("the end square alone is enough where it is clear", () => {
  same(finalSquares(CHAIN, ["30"]), ["14", "12"]);
  same(select(CHAIN, ["30"], "12"), { type: "move", route: CHAIN[1] });
});

Deno.test("an end that several moves share is not taken for one of them", () => {
  const both = [
    { text: "1x10(6)", squares: ["1", "5", "10"], taken: ["6"] },
    { text: "1x10(7)", squares: ["1", "4", "10"], taken: ["7"] },
  ];
  same(finalSquares(both, ["1"]), []);
  same(select(both, ["1"], "10"), { type: "impossible", squares: ["1", "10"] });
});

Deno.test("the same move by two ways is one move", () => {
  const both = [
    { text: "1x10", squares: ["1", "5", "10"], taken: ["6"] },
    { text: "1x10", squares: ["1", "4", "10"], taken: ["7"] },
  ];
  same(select(both, ["1"], "10"), { type: "move", route: both[0] });
});

Deno.test("a move of one square is made by one selection", () => {
  const flip = { text: "b3?", squares: ["b3"], taken: [] };
  same(select([flip], [], "b3"), { type: "move", route: flip });
});

Deno.test("a square that is no move is refused with what was tried", () => {
  same(select(STEPS, ["22"], "5"), { type: "impossible", squares: ["22", "5"] });
  same(select(STEPS, [], "5"), { type: "impossible", squares: ["5"] });
});

Deno.test("a drop on an own piece does not select it", () => {
  same(drop(STEPS, ["22"], "21"), { type: "impossible", squares: ["22", "21"] });
});

Deno.test("whatever is selected, the resulting move is one of the routes", () => {
  const squares = ["12", "14", "17", "18", "21", "22", "30", "31"];
  const all = [...STEPS, ...CHAIN];
  for (const first of squares) {
    for (const second of squares) {
      const one = select(all, [], first);
      const two = one.type === "selected" ? select(all, one.squares, second) : one;
      if (two.type === "move") holds(all.includes(two.route), `${first} ${second}`);
    }
  }
});
