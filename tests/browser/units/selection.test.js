import { drop, endSquares, movable, nextSquares, touch } from "../../../src/damero/web/static/js/state/selection.js";
import { holds, same } from "./expect.js";

/** @param {string} text @param {string[]} taken */
const route = (text, taken = []) => ({ text, squares: text.split(/[x-]/), taken });

const STEPS = [route("21-17"), route("22-17"), route("22-18")];
const CHAIN = [route("30x21x14", ["25", "17"]), route("30x21x12", ["25", "16"]), route("31x22", ["26"])];

Deno.test("the squares that may be touched first are those of the routes, once each", () => {
  same(movable(STEPS), ["21", "22"]);
});

Deno.test("touching a piece and its target makes the move", () => {
  const first = touch(STEPS, [], "22");
  same(first, { is: "selected", touched: ["22"] });
  same(touch(STEPS, ["22"], "18"), { is: "move", route: STEPS[2] });
});

Deno.test("touching another own piece chooses that one instead", () => {
  same(touch(STEPS, ["22"], "21"), { is: "selected", touched: ["21"] });
});

Deno.test("touching the chosen piece again lets it go", () => {
  same(touch(STEPS, ["22"], "22"), { is: "cleared" });
});

Deno.test("a capture is made hop after hop", () => {
  same(touch(CHAIN, ["30"], "21"), { is: "selected", touched: ["30", "21"] });
  same(nextSquares(CHAIN, ["30", "21"]), ["14", "12"]);
  same(touch(CHAIN, ["30", "21"], "14"), { is: "move", route: CHAIN[0] });
});

Deno.test("the end square alone is enough where it is clear", () => {
  same(endSquares(CHAIN, ["30"]), ["14", "12"]);
  same(touch(CHAIN, ["30"], "12"), { is: "move", route: CHAIN[1] });
});

Deno.test("an end that several moves share is not taken for one of them", () => {
  const both = [
    { text: "1x10(6)", squares: ["1", "5", "10"], taken: ["6"] },
    { text: "1x10(7)", squares: ["1", "4", "10"], taken: ["7"] },
  ];
  same(endSquares(both, ["1"]), []);
  same(touch(both, ["1"], "10"), { is: "refused", squares: ["1", "10"] });
});

Deno.test("the same move by two ways is one move", () => {
  const both = [
    { text: "1x10", squares: ["1", "5", "10"], taken: ["6"] },
    { text: "1x10", squares: ["1", "4", "10"], taken: ["7"] },
  ];
  same(touch(both, ["1"], "10"), { is: "move", route: both[0] });
});

Deno.test("a move of one square is made by one touch", () => {
  const flip = { text: "b3?", squares: ["b3"], taken: [] };
  same(touch([flip], [], "b3"), { is: "move", route: flip });
});

Deno.test("a square that is no move is refused with what was tried", () => {
  same(touch(STEPS, ["22"], "5"), { is: "refused", squares: ["22", "5"] });
  same(touch(STEPS, [], "5"), { is: "refused", squares: ["5"] });
});

Deno.test("a drop on an own piece does not choose it", () => {
  same(drop(STEPS, ["22"], "21"), { is: "refused", squares: ["22", "21"] });
});

Deno.test("whatever is touched, a move that comes out is one of the routes", () => {
  const squares = ["12", "14", "17", "18", "21", "22", "30", "31"];
  const all = [...STEPS, ...CHAIN];
  for (const first of squares) {
    for (const second of squares) {
      const one = touch(all, [], first);
      const two = one.is === "selected" ? touch(all, one.touched, second) : one;
      if (two.is === "move") holds(all.includes(two.route), `${first} ${second}`);
    }
  }
});
