/** The positions of a tree, as the server knows them: asked for once, many of a line at a time. */

import { get, patiently, post } from "./api.js";
import { ReplayPages } from "./replay_pages.js";

/** @typedef {import("../wire.js").LinePosition} LinePosition */
/** @typedef {import("../state/game_tree.js").Path} Path */

/** How many plies beyond the wanted position are asked for with it. */
const AHEAD = 40;

/** @param {Path} path */
const keyOf = (path) => path.join(" ");

/** Positions of a game in which moves can be played freely. */
export class LinePositions {
  /** @type {Map<string, LinePosition>} */
  #known = new Map();
  free = true;

  /** @param {{ game: string, version: number, start: string | null }} from */
  constructor(from) {
    this.from = from;
  }

  /** @param {Path} path @returns {LinePosition | undefined} */
  at(path) {
    return this.#known.get(keyOf(path));
  }

  /** The last move of a path, as far as it is known. @param {Path} path @returns {import("../state/notation.js").AnyMove | undefined} */
  moveAt(path) {
    return this.at(path);
  }

  /** The request by which the server finds the position. @param {Path} path */
  line(path) {
    return { ...this.from, moves: path };
  }

  /**
   * Loads the position at a path, and returns the path as the rules write its moves.
   * @param {Path} path @param {string[]} [ahead] moves that follow it @returns {Promise<Path>}
   */
  async load(path, ahead = []) {
    if (this.at(path)) return path;
    let since = path.length;
    while (since > 0 && !this.at(path.slice(0, since - 1))) since -= 1;
    const moves = [...path, ...ahead.slice(0, AHEAD)];
    /** @type {import("../wire.js").PlayedLine} */
    const { positions } = await patiently(() => post("/api/analysis/lines", { ...this.from, moves, since }));
    positions.forEach((position, index) => {
      if (position.move !== null) moves[since + index - 1] = position.move;
      this.#known.set(keyOf(moves.slice(0, since + index)), position);
    });
    const written = moves.slice(0, path.length);
    return positions.length > 0 ? await this.load(written, ahead) : written;
  }
}

/** Positions of a finished match with hidden pieces, as one perspective saw them. No other moves can be played. */
export class MatchPositions {
  /** @type {Map<string, ReplayPages>} */
  #pages = new Map();
  free = false;

  /** @param {import("../wire.js").Snapshot} snapshot @param {string} perspective */
  constructor(snapshot, perspective) {
    this.snapshot = snapshot;
    this.perspective = perspective;
  }

  /** @param {string} match @param {string} perspective */
  static async open(match, perspective) {
    return new MatchPositions(await get(`/api/matches/${encodeURIComponent(match)}`), perspective);
  }

  /** @param {Path} path @returns {LinePosition | undefined} */
  at(path) {
    const view = this.#pages.get(this.perspective)?.at(path.length);
    const ply = this.snapshot.record[path.length - 1];
    const outcome = path.length === this.snapshot.record.length ? this.snapshot.state.outcome : null;
    return view && {
      move: path[path.length - 1] ?? null,
      squares: ply?.squares ?? [],
      taken: ply?.taken ?? [],
      text: ply?.text ?? "",
      view,
      moves: [],
      outcome,
      colour: view.to_move,
    };
  }

  /** The last move of a path, with the fight that it led to. @param {Path} path @returns {import("../state/notation.js").AnyMove | undefined} */
  moveAt(path) {
    return this.snapshot.record[path.length - 1];
  }

  /** @param {Path} path */
  line(path) {
    return { match: this.snapshot.match.id, ply: path.length };
  }

  /** @param {Path} path @returns {Promise<Path>} */
  async load(path) {
    const pages = this.#pages.get(this.perspective) ?? new ReplayPages(this.snapshot.match.id, this.perspective);
    this.#pages.set(this.perspective, pages);
    await pages.load(path.length);
    return path;
  }
}
