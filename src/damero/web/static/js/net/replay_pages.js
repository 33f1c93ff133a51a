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

  /** @param {number} ply @returns {Promise<void>} */
  load(ply) {
    const index = Math.floor(ply / PAGE_SIZE);
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

const [FIRST_PLIES, PLIES_PER_PAGE] = [200, 500];

/** The match with its newest moves. @param {string} id @returns {Promise<import("../wire.js").Snapshot>} */
export const newestPlies = (id) => get(`/api/matches/${encodeURIComponent(id)}?plies=${FIRST_PLIES}`);

/** Loads the moves that a snapshot left out, the newest first. @param {import("../wire.js").Snapshot} snapshot @param {(page: import("../wire.js").RecordPage) => void} loaded */
export async function loadEarlierPlies({ match, record_from }, loaded) {
  for (let end = record_from; end > 0; end -= PLIES_PER_PAGE) {
    const start = Math.max(0, end - PLIES_PER_PAGE);
    loaded(await get(`/api/matches/${match.id}/plies?start=${start}&limit=${end - start}`));
  }
}

/**
 * The start position, if the opponent has already made the first move: the player sees it before that move.
 * @param {import("../wire.js").Snapshot} snapshot
 * @returns {Promise<View | null>}
 */
export async function openingView({ match, viewer, record }) {
  if (record.length !== 1 || viewer.seats.length !== 1 || record[0].seat === viewer.seat) return null;
  const pages = new ReplayPages(match.id, viewer.seats[0]);
  await pages.load(0).catch(() => {});
  return pages.at(0) ?? null;
}
