import { spelled, spelledValues, writtenMove } from "../../../src/damero/web/static/js/state/notation.js";
import { same } from "./expect.js";

const squares = [["18", "d4"], ["22", "c3"], ["10", "e7"], ["14", "c5"]].map(([name, letters]) => ({ name, letters }));
const game = /** @type {any} */ ({ shows_letters: true, board: { squares }, pieces: [] });

Deno.test("a line is spelled in letters, and what is in letters already stays", () => {
  same(spelled(game, "22-18 10x14"), "c3-d4 e7:c5");
  same(spelled(game, "c3-d4 e7:c5"), "c3-d4 e7:c5");
});

Deno.test("of the values of a text, those that name squares or moves are spelled", () => {
  const values = { square: "18", move: "22x18", last: 32, count: "22", squares: "18" };
  same(spelledValues(game, values), { square: "d4", move: "c3:d4", last: 32, count: "22", squares: "d4" });
});

Deno.test("lists and texts within texts are spelled too", () => {
  const capture = { key: "draughts.capture", values: { origin: "22", taken: ["18", "10"] } };
  const told = spelledValues(game, { captures: capture, moves: ["22x14"], request: "22 to 14" });
  same(told, {
    captures: { key: "draughts.capture", values: { origin: "c3", taken: ["d4", "e7"] } },
    moves: ["c3:c5"],
    request: "c3 to c5",
  });
});

Deno.test("a move is found by the squares that are written, however they are joined", () => {
  const routes = [["22", "18"], ["10", "14"], ["18"]].map((squares) => ({ text: "", taken: [], squares }));
  same(writtenMove(game, "22-18", routes), routes[0]);
  same(writtenMove(game, " C3:D4 ", routes), routes[0]);
  same(writtenMove(game, "10 14", routes), routes[1]);
  same(writtenMove(game, "d4", routes), routes[2]);
});

Deno.test("what is not written by squares alone, or is not legal, is left to the server", () => {
  const routes = [{ text: "", taken: [], squares: ["22", "18"] }];
  for (const text of ["22-14", "22-18=K", "22-99", "resign", "", "cd4"]) same(writtenMove(game, text, routes), null);
});
