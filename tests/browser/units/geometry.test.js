import {
  edgeLabels,
  isChequered,
  layoutOf,
  neighbour,
  squareAt,
} from "../../../src/damero/web/static/js/board/geometry.js";
import { holds, same } from "./expect.js";

/** @param {{ row: number, column: number }} place */
const lettersOf = ({ row, column }) => `${"abcdefgh"[column]}${8 - row}`;
const dark = Array.from({ length: 64 }, (_, at) => ({ row: Math.floor(at / 8), column: at % 8 }))
  .filter(({ row, column }) => (row + column) % 2 === 1)
  .map((place, index) => ({ name: String(index + 1), letters: lettersOf(place), ...place }));
const DRAUGHTS = { rows: 8, columns: 8, mirrored: false, squares: dark };
const WIDE = {
  rows: 4,
  columns: 8,
  mirrored: false,
  squares: Array.from({ length: 32 }, (_, at) => ({
    name: `${"abcdefgh"[at % 8]}${4 - Math.floor(at / 8)}`,
    row: Math.floor(at / 8),
    column: at % 8,
    letters: null,
  })),
};
const LAKE = {
  rows: 1,
  columns: 4,
  mirrored: false,
  squares: [0, 3].map((column) => ({ name: `s${column}`, row: 0, column, letters: null })),
};

Deno.test("a board of every other square is known as such", () => {
  holds(isChequered(DRAUGHTS));
  holds(!isChequered(WIDE));
});

Deno.test("the first square is at the top, and below when the board is flipped", () => {
  same(layoutOf(DRAUGHTS).places.get("1"), { x: 1, y: 0 });
  same(layoutOf(DRAUGHTS, { flipped: true }).places.get("1"), { x: 6, y: 7 });
});

Deno.test("a mirrored board swaps left and right only", () => {
  same(layoutOf({ ...DRAUGHTS, mirrored: true }).places.get("1"), { x: 6, y: 0 });
});

Deno.test("a wide board stands upright where there is no room", () => {
  const layout = layoutOf(WIDE, { upright: true });
  same([layout.columns, layout.rows], [4, 8]);
  same(layout.places.get("a4"), { x: 0, y: 7 });
  same(layout.places.get("h1"), { x: 3, y: 0 });
});

Deno.test("every square is found again at its own place, however the board is looked at", () => {
  for (const shape of [DRAUGHTS, WIDE, { ...DRAUGHTS, mirrored: true }]) {
    for (const how of [{}, { flipped: true }, { upright: true }, { flipped: true, upright: true }]) {
      const layout = layoutOf(shape, how);
      for (const [name, { x, y }] of layout.places) same(squareAt(layout, x + 0.5, y + 0.5), name);
      same(new Set([...layout.places.values()].map(({ x, y }) => `${x} ${y}`)).size, shape.squares.length);
    }
  }
});

Deno.test("points off the board are no square", () => {
  same(squareAt(layoutOf(DRAUGHTS), -0.1, 3), null);
  same(squareAt(layoutOf(DRAUGHTS), 3, 8.2), null);
});

Deno.test("arrow keys go to the next square, over holes, and stop at the edge", () => {
  const layout = layoutOf(DRAUGHTS);
  same(neighbour(layout, "1", "ArrowRight"), "2");
  same(neighbour(layout, "1", "ArrowDown"), "5");
  same(neighbour(layout, "4", "ArrowRight"), "4");
  same(neighbour(layoutOf(LAKE), "s0", "ArrowRight"), "s3");
});

Deno.test("arrow keys reach every square from every square", () => {
  for (const shape of [DRAUGHTS, WIDE]) {
    const layout = layoutOf(shape);
    const seen = new Set([shape.squares[0].name]);
    const open = [...seen];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const next = neighbour(layout, at, key);
        if (!seen.has(next)) open.push(next);
        seen.add(next);
      }
    }
    same(seen.size, shape.squares.length);
  }
});

Deno.test("the edges are named as the board is looked at", () => {
  same(edgeLabels(WIDE, {}).bottom.join(""), "abcdefgh");
  same(edgeLabels(WIDE, { flipped: true }).bottom.join(""), "hgfedcba");
  same(edgeLabels(WIDE, { upright: true }).left.join(""), "hgfedcba");
  same(edgeLabels(DRAUGHTS, {}).bottom.join(""), "abcdefgh");
  same(edgeLabels(DRAUGHTS, { flipped: true }).left.join(""), "12345678");
});
