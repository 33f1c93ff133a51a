import {
  chances,
  graphPoints,
  mistakesOf,
  oddsBySquare,
  plyAt,
  progress,
} from "../../../src/damero/web/static/js/state/review.js";
import { useCatalogue } from "../../../src/damero/web/static/js/i18n/messages.js";
import { commentText, moveTexts } from "../../../src/damero/web/static/js/ui/review_summary.js";
import { same } from "./expect.js";

const move = (
  /** @type {object} */ changes,
) => /** @type {import("../../../src/damero/web/static/js/wire.js").ReviewedMove} */ ({
  ply: 1,
  seat: "white",
  mistake: false,
  ...changes,
});

Deno.test("the graph begins even and ends where the judged moves end", () => {
  const points = graphPoints([0.5, 1], 4, { width: 400, height: 100 });
  same(points, [{ x: 0, y: 50 }, { x: 100, y: 50 }, { x: 200, y: 0 }]);
});

Deno.test("a click on the graph finds the nearest ply", () => {
  same([0, 0.5, 0.99, 2, -1].map((share) => plyAt(share, 10)), [0, 5, 10, 10, 0]);
});

Deno.test("progress is a share of the whole game", () => {
  same([progress(undefined), progress({ ply: 30, plies: 60 }), progress({ ply: 60, plies: 60 })], [0, 50, 100]);
});

Deno.test("the chances of both sides add up, and decided games are near the edge", () => {
  same(chances(0), 0.5);
  same(Math.round(100 * (chances(250) + chances(-250))), 100);
  same(chances(30_000) > 0.99, true);
});

Deno.test("mistakes are those of the wanted seats, or of all", () => {
  const review = /** @type {import("../../../src/damero/web/static/js/wire.js").Review} */ (/** @type {unknown} */ ({
    moves: [move({ mistake: true }), move({ ply: 2, seat: "black", mistake: true }), move({ ply: 3 })],
  }));
  same(mistakesOf(review, ["black"]).map(({ ply }) => ply), [2]);
  same(mistakesOf(review, []).map(({ ply }) => ply), [1, 2]);
});

Deno.test("the odds of hidden pieces are shown on each of their squares, the likeliest first", () => {
  const kinds = [{ kind: "blue-bomb", probability: 0.614 }, { kind: "blue-flag", probability: 0.2 }];
  const shown = oddsBySquare([{ squares: ["a10", "b10"], kinds }], 1);
  same([...shown.keys()], ["a10", "b10"]);
  same(shown.get("b10"), [{ kind: "blue-bomb", percent: 61 }]);
});

Deno.test("the comments on a move follow each other as the language separates sentences", () => {
  const texts = { "review.none": "第一句。", "review.too_many": "第二句。", "text.following": "{first}{rest}" };
  useCatalogue({ language: "zh-Hant", locale: "zh-Hant", quotes: ["「", "」"], languages: [], texts });
  const comments = ["review.none", "review.too_many"].map((key) => ({ key, values: {} }));
  const game = /** @type {import("../../../src/damero/web/static/js/wire.js").Game} */ ({});
  same(commentText(game, move({ comments })), "第一句。第二句。");
});

Deno.test("the lines after a mistake leave out a single move that its comment names already", () => {
  const texts = { "reviewing.score": "{seat}", "reviewing.better": "Better {line}", "reviewing.after": "After {line}" };
  useCatalogue({ language: "en", locale: "en", quotes: ['"', '"'], languages: [], texts });
  const board = { squares: [{ name: "1", letters: null }] };
  const game = /** @type {any} */ ({ board, seats: ["white", "black"], hidden: false, chance: false });
  const told = (/** @type {object} */ changes) =>
    moveTexts(game, move({ mark: "?", comments: [], ...changes })).slice(1);
  const comments = [{ key: "reviewing.score", values: { best: "1-5", seat: "white" } }];
  same(told({ line: ["1-5", "9-6"], reply: ["26-22", "8-11"] }), ["Better 1-5 9-6", "After 26-22 8-11"]);
  same(told({ line: ["1-5"], reply: [], comments }).slice(1), []);
});
