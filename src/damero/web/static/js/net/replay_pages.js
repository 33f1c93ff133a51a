/** The positions of a game from one perspective, loaded page by page. */

import { get } from "./api.js";

/** @typedef {import("../wire.js").Replay} Replay */
/** @typedef {import("../wire.js").View} View */

const PAGE_SIZE = 50;

export class ReplayPages {
  /** @type {Map<number, Promise<void>>} */
  #pages = new Map();
  /** @type {Map<number, View>} */
  #views = new Map();

  /** @param {string} id @param {string} perspective */
  constructor(id, perspective) {
    this.path = `/api/matches/${id}/replay?perspective=${perspective}`;
  }

  /** The view after this many plies, if it has been loaded. @param {number} ply @returns {View | undefined} */
  at(ply) {
    return this.#views.get(ply);
  }

  /** Loads a position and the one before it. @param {number} ply */
  async load(ply) {
    const pages = [ply, Math.max(0, ply - 1)].map((each) => this.#page(Math.floor(each / PAGE_SIZE)));
    await Promise.all(pages);
  }

  /** @param {number} index @returns {Promise<void>} */
  #page(index) {
    const page = this.#pages.get(index) ?? this.#request(index * PAGE_SIZE);
    this.#pages.set(index, page);
    page.catch(() => this.#pages.delete(index));
    return page;
  }

  /** @param {number} start */
  async #request(start) {
    /** @type {Replay} */
    const { frames } = await get(`${this.path}&start=${start}&limit=${PAGE_SIZE - 1}`);
    frames.forEach((view, index) => this.#views.set(start + index, view));
  }
}
