import * as placement from "../../../src/damero/web/static/js/state/placement.js";
import { holds, same } from "./expect.js";

const ARMIES = {
  seat: "red",
  zone: ["a1", "b1", "c1"],
  tray: [{ kind: "flag", count: 1 }, { kind: "bomb", count: 2 }],
  formations: [],
};
const BOARD = {
  rows: 1,
  columns: 3,
  mirrored: false,
  squares: ["a1", "b1", "c1"].map((name, column) => ({ name, row: 0, column, letters: null })),
};
const empty = placement.emptyPlacement(ARMIES);

Deno.test("a piece goes from the tray to a square by two touches", () => {
  const army = placement.selectSquare(placement.holdKind(empty, "flag"), "a1");
  same(placement.pieces(army), [{ square: "a1", kind: "flag" }]);
  same(placement.remaining(army, "flag"), 0);
  same(army.held, null);
});

Deno.test("a kind of which more are left stays in hand", () => {
  const army = placement.selectSquare(placement.holdKind(empty, "bomb"), "a1");
  same(army.held, { from: "tray", kind: "bomb" });
});

Deno.test("nothing is placed outside the own zone or beyond the count", () => {
  same(placement.pieces(placement.selectSquare(placement.holdKind(empty, "flag"), "j10")), []);
  const full = placement.selectSquare(placement.holdKind(empty, "flag"), "a1");
  same(placement.holdKind(full, "flag").held, null);
});

Deno.test("two pieces are swapped by touching both", () => {
  const army = placement.withPieces(empty, [{ square: "a1", kind: "flag" }, { square: "b1", kind: "bomb" }]);
  const swapped = placement.selectSquare(placement.selectSquare(army, "a1"), "b1");
  same(new Map([...swapped.placed].toSorted()), new Map([["a1", "bomb"], ["b1", "flag"]]));
});

Deno.test("an army is complete when the tray is empty, however it was filled", () => {
  for (const random of [0, 0.3, 0.99]) {
    const army = placement.fillRandomly(placement.withPieces(empty, [{ square: "b1", kind: "flag" }]), () => random);
    holds(placement.isComplete(army));
    same(placement.totalRemaining(army), 0);
    same(army.placed.get("b1"), "flag");
  }
  holds(!placement.isComplete(empty));
});

Deno.test("mirroring twice changes nothing", () => {
  const army = placement.withPieces(empty, [{ square: "a1", kind: "flag" }, { square: "b1", kind: "bomb" }]);
  same(placement.mirror(army, BOARD).placed.get("c1"), "flag");
  same(placement.mirror(placement.mirror(army, BOARD), BOARD).placed, army.placed);
});

Deno.test("a piece dropped beside the board goes back to the tray", () => {
  const army = placement.withPieces(empty, [{ square: "a1", kind: "flag" }]);
  same(placement.remaining(placement.returnToTray(placement.holdSquare(army, "a1")), "flag"), 1);
});
