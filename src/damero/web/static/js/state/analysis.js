/** The state of the analysis board: the tree and the place in it that is shown. Pure. */

import { addMove, annotate, deleteMove, mainPath, nodeAt, promote } from "./game_tree.js";

/** @typedef {import("./game_tree.js").Tree} Tree */
/** @typedef {import("./game_tree.js").Path} Path */
/** @typedef {{ tree: Tree, path: Path }} AnalysisState */
/**
 * @typedef {{ type: "go", path: Path } | { type: "back" } | { type: "forward" } | { type: "start" } | { type: "end" }
 *   | { type: "sibling", count: number } | { type: "play", moves: string[] } | { type: "delete" } | { type: "promote" }
 *   | { type: "annotate", annotations: import("./game_tree.js").Annotations }} AnalysisAction
 */

/** @param {AnalysisState} state @param {AnalysisAction} action @returns {AnalysisState} */
export function reduceAnalysis(state, action) {
  const { tree, path } = state;
  switch (action.type) {
    case "go":
      return nodeAt(tree, action.path) ? { tree, path: action.path } : state;
    case "back":
      return { tree, path: path.slice(0, -1) };
    case "forward":
      return { tree, path: mainPath(tree, path).slice(0, path.length + 1) };
    case "start":
      return { tree, path: [] };
    case "end":
      return { tree, path: mainPath(tree, path) };
    case "sibling":
      return { tree, path: sibling(state, action.count) };
    case "play":
      return action.moves.reduce(played, state);
    case "delete":
      return path.length > 0 ? { tree: deleteMove(tree, path), path: path.slice(0, -1) } : state;
    case "promote":
      return { tree: promote(tree, path), path };
    case "annotate":
      return { tree: annotate(tree, path, action.annotations), path };
  }
}

/** @param {AnalysisState} state @param {string} move @returns {AnalysisState} */
const played = ({ tree, path }, move) => ({ tree: addMove(tree, path, move), path: [...path, move] });

/** The next or previous alternative to the last move. @param {AnalysisState} state @param {number} count @returns {Path} */
function sibling({ tree, path }, count) {
  const before = path.slice(0, -1);
  const moves = nodeAt(tree, before)?.children.map(({ move }) => move) ?? [];
  const at = moves.indexOf(path[path.length - 1]);
  const next = moves[at + count];
  return at < 0 || next === undefined ? path : [...before, next];
}
