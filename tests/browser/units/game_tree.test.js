import { reduceAnalysis } from "../../../src/damero/web/static/js/state/analysis.js";
import { share } from "../../../src/damero/web/static/js/state/evaluation.js";
import * as trees from "../../../src/damero/web/static/js/state/game_tree.js";
import { packTree, unpackTree } from "../../../src/damero/web/static/js/net/tree_link.js";
import { same } from "./expect.js";

/** As the library writes it. */
const WRITTEN =
  '{"game":"english","headers":{"White":"Ana"},"moves":["11-15",{"m":"23-19","c":"Usual.","v":[[{"m":"22-18","g":[5]},"15x22"],["24-20"]]},"8-11 22-17"],"comment":"A game."}';

const opened = () => ({ tree: trees.readTree(WRITTEN), path: /** @type {string[]} */ ([]) });

/** @param {import("../../../src/damero/web/static/js/state/analysis.js").AnalysisAction[]} actions */
const after = (...actions) => actions.reduce(reduceAnalysis, opened());

/** @param {import("../../../src/damero/web/static/js/state/game_tree.js").Tree} tree @param {string[]} path */
const movesAfter = (tree, path) => trees.nodeAt(tree, path)?.children.map(({ move }) => move);

Deno.test("a tree is written as it was read", () => {
  same(JSON.parse(trees.writeTree(trees.readTree(WRITTEN))), JSON.parse(WRITTEN));
});

Deno.test("a link holds a whole tree", async () => {
  const packed = await packTree(WRITTEN);
  same(/^[\w-]+$/.test(packed), true);
  same(await unpackTree(packed), WRITTEN);
});

Deno.test("variations are alternatives to the move that they replace", () => {
  const { tree } = opened();
  same(movesAfter(tree, ["11-15"]), ["23-19", "22-18", "24-20"]);
  same(trees.mainPath(tree), ["11-15", "23-19", "8-11", "22-17"]);
  same(trees.leaves(tree), [["11-15", "23-19", "8-11", "22-17"], ["11-15", "22-18", "15x22"], ["11-15", "24-20"]]);
});

Deno.test("a move that is played is added once and then followed", () => {
  const played = after({ type: "go", path: ["11-15"] }, { type: "play", moves: ["21-17", "9-13"] });
  same(played.path, ["11-15", "21-17", "9-13"]);
  same(movesAfter(played.tree, ["11-15"]), ["23-19", "22-18", "24-20", "21-17"]);
  const again = reduceAnalysis({ tree: played.tree, path: ["11-15"] }, { type: "play", moves: ["21-17"] });
  same(again.tree, played.tree);
});

Deno.test("steps go along the line, to its ends and between alternatives", () => {
  same(after({ type: "end" }).path, ["11-15", "23-19", "8-11", "22-17"]);
  same(after({ type: "forward" }, { type: "forward" }, { type: "back" }).path, ["11-15"]);
  same(after({ type: "back" }).path, []);
  const second = [{ type: /** @type {const} */ ("forward") }, { type: /** @type {const} */ ("forward") }];
  same(after(...second, { type: "sibling", count: 1 }).path, ["11-15", "22-18"]);
  same(after(...second, { type: "sibling", count: -1 }).path, ["11-15", "23-19"]);
  same(after({ type: "go", path: ["nowhere"] }).path, []);
});

Deno.test("the innermost variation is promoted, and a promoted line keeps its place", () => {
  const promoted = after({ type: "go", path: ["11-15", "22-18", "15x22"] }, { type: "promote" });
  same(promoted.path, ["11-15", "22-18", "15x22"]);
  same(movesAfter(promoted.tree, ["11-15"]), ["22-18", "23-19", "24-20"]);
  same(trees.lastParting(promoted.tree, promoted.path), 0);
  same(reduceAnalysis(promoted, { type: "promote" }).tree, promoted.tree);
});

Deno.test("a deleted move goes with all that follows it", () => {
  const deleted = after({ type: "go", path: ["11-15", "23-19"] }, { type: "delete" });
  same(deleted.path, ["11-15"]);
  same(movesAfter(deleted.tree, ["11-15"]), ["22-18", "24-20"]);
  same(after({ type: "delete" }).tree, opened().tree);
});

Deno.test("comments and glyphs belong to the shown move, and at the start to the game", () => {
  const { tree } = after({ type: "go", path: ["11-15"] }, {
    type: "annotate",
    annotations: { comment: "Good.", glyphs: [1] },
  });
  same(trees.nodeAt(tree, ["11-15"])?.comment, "Good.");
  same(JSON.parse(trees.writeTree(tree)).moves[0], { m: "11-15", c: "Good.", g: [1] });
  same(after({ type: "annotate", annotations: { comment: "Mine." } }).tree.comment, "Mine.");
});

Deno.test("a place in the tree is a short text, and an unknown one leads as far as there are moves", () => {
  const { tree } = opened();
  for (const path of [...trees.leaves(tree), [], ["11-15"]]) {
    same(trees.readPlace(tree, trees.writePlace(tree, path)), path);
  }
  same(trees.writePlace(tree, ["11-15", "22-18"]), "2_1.1");
  same(trees.readPlace(tree, "99_1.7"), ["11-15"]);
  same(trees.readPlace(tree, "nonsense"), []);
});

Deno.test("evaluations fill the bar", () => {
  same(share(0), 0.5);
  same(share(100) > 0.7 && share(-100) < 0.3 && share(30_000) === share(1000), true);
});
