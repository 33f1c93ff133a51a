/** The positions of a game through somebody's eyes, asked for in pages as they are needed. */

import { get } from "./api.js";

/** @typedef {import("../wire.js").View} View */

const PAGE = 50;

export class Frames {
  /** @type {Map<number, Promise<void>>} */
  #pages = new Map();
  /** @type {Map<number, View>} */
  #known = new Map();

  /** @param {string} id @param {string} perspective */
  constructor(id, perspective) {
    this.path = `/api/matches/${id}/replay?perspective=${perspective}`;
  }

  /** @param {number} ply @returns {View | undefined} */
  at(ply) {
    return this.#known.get(ply);
  }

  /** Sees to it that a position and the one before it are known. @param {number} ply */
  async reach(ply) {
    await Promise.all([this.#page(Math.floor(ply / PAGE)), this.#page(Math.floor(Math.max(0, ply - 1) / PAGE))]);
  }

  /** @param {number} index @returns {Promise<void>} */
  #page(index) {
    const asked = this.#pages.get(index) ?? this.#ask(index * PAGE);
    this.#pages.set(index, asked);
    asked.catch(() => this.#pages.delete(index));
    return asked;
  }

  /** @param {number} start */
  async #ask(start) {
    const { frames } = await get(`${this.path}&start=${start}&limit=${PAGE - 1}`);
    frames.forEach((/** @type {View} */ view, /** @type {number} */ index) => this.#known.set(start + index, view));
  }
}
