/** One analysis: the tree, the place in it that is shown, and its position. Panels listen to its changes. */

import { errorText } from "./error_text.js";
import { reduceAnalysis } from "../state/analysis.js";
import { leaves, mainPath } from "../state/game_tree.js";

/** @typedef {import("../state/game_tree.js").Path} Path */
/** @typedef {import("../state/analysis.js").AnalysisAction} AnalysisAction */
/** @typedef {import("../net/line_positions.js").LinePositions | import("../net/line_positions.js").MatchPositions} Positions */
/** @typedef {{ moved: boolean, before: Path }} Change moved: whether another position is shown */

/** Lines whose positions are loaded in advance, so that their moves are written as players write them. */
const MOST_LINES = 20;

export class AnalysisSession {
  /** @type {Set<(change: Change) => void>} */
  #listeners = new Set();
  #steps = 0;
  /** What was wrong with the last move; empty if nothing was. */
  problem = "";

  /** @param {import("../wire.js").Game} game @param {import("../state/game_tree.js").Tree} tree @param {Positions} positions */
  constructor(game, tree, positions) {
    this.game = game;
    this.positions = positions;
    /** @type {import("../state/analysis.js").AnalysisState} */
    this.state = { tree, path: [] };
  }

  get position() {
    return this.positions.at(this.state.path) ?? null;
  }

  /** @param {(change: Change) => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** @param {Path} path */
  async open(path) {
    await this.dispatch({ type: "go", path });
    this.#loadLines().catch(() => {});
  }

  /** @param {AnalysisAction} action */
  async dispatch(action) {
    this.#steps += 1;
    const step = this.#steps;
    const before = this.state.path;
    this.state = reduceAnalysis(this.state, action);
    const { tree, path } = this.state;
    this.problem = "";
    try {
      await this.positions.load(path, mainPath(tree, path).slice(path.length));
    } catch (error) {
      this.problem = errorText(error, this.game);
    }
    if (step === this.#steps) this.#tell({ moved: path !== before, before });
  }

  /** Plays a move that may not be in the tree yet. @param {string} text */
  play(text) {
    return this.playLine([text]);
  }

  /** @param {string[]} texts */
  async playLine(texts) {
    const { path } = this.state;
    if (!this.positions.free || this.position === null) return;
    try {
      const written = await this.positions.load([...path, ...texts]);
      await this.dispatch({ type: "play", moves: written.slice(path.length) });
    } catch (error) {
      this.problem = errorText(error, this.game);
      this.#tell({ moved: false, before: path });
    }
  }

  /** Shows the game from another perspective, if it has hidden pieces. @param {string} perspective */
  async lookAs(perspective) {
    if (!("perspective" in this.positions)) return;
    this.positions.perspective = perspective;
    await this.dispatch({ type: "go", path: this.state.path });
    this.#tell({ moved: true, before: this.state.path });
  }

  async #loadLines() {
    for (const path of leaves(this.state.tree).slice(0, MOST_LINES)) await this.#loadLine(path);
    this.#tell({ moved: false, before: this.state.path });
  }

  /** @param {Path} path */
  async #loadLine(path) {
    for (let ply = 0; ply < path.length; ply += 1) {
      if (!this.positions.at(path.slice(0, ply + 1))) {
        await this.positions.load(path.slice(0, ply + 1), path.slice(ply + 1));
      }
    }
  }

  /** @param {Change} change */
  #tell(change) {
    this.#listeners.forEach((listener) => listener(change));
  }
}
