/** The player's own formations: stored in this browser, and in the account if there is one. */

import { get, put } from "./api.js";

/** @typedef {import("../wire.js").Formation} Formation */
/** @typedef {import("../wire.js").SavedFormations} SavedFormations */

/** @param {string} game @param {string} seat */
const storageKey = (game, seat) => `damero.formations.${game}.${seat}`;

/** @param {string} game @param {string} seat @returns {Formation[]} */
function storedFormations(game, seat) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(game, seat)) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} game @param {string} seat @returns {Promise<Formation[]>} */
export async function ownFormations(game, seat) {
  /** @type {SavedFormations} */
  const reply = await get(`/api/me/formations?game=${encodeURIComponent(game)}`).catch(() => ({ formations: [] }));
  const saved = reply.formations.filter((formation) => formation.seat === seat);
  const names = new Set(saved.map((formation) => formation.name));
  return [...saved, ...storedFormations(game, seat).filter((formation) => !names.has(formation.name))];
}

/** @param {string} game @param {string} seat @param {Formation} formation */
export async function saveFormation(game, seat, formation) {
  const others = storedFormations(game, seat).filter((other) => other.name !== formation.name);
  localStorage.setItem(storageKey(game, seat), JSON.stringify([...others, formation]));
  await put("/api/me/formations", { ...formation, game, seat });
}
