/** A player's own formations: in this browser, and in the account where there is one. */

import { get, put } from "./api.js";

/** @typedef {import("../wire.js").Formation} Formation */

/** @param {string} game @param {string} seat */
const key = (game, seat) => `damero.formations.${game}.${seat}`;

/** @param {string} game @param {string} seat @returns {Formation[]} */
function kept(game, seat) {
  try {
    return JSON.parse(localStorage.getItem(key(game, seat)) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} game @param {string} seat @returns {Promise<Formation[]>} */
export async function ownFormations(game, seat) {
  const answer = await get(`/api/me/formations?game=${encodeURIComponent(game)}`).catch(() => ({ formations: [] }));
  const account = answer.formations.filter((/** @type {{ seat: string }} */ formation) => formation.seat === seat);
  const names = new Set(account.map((/** @type {Formation} */ formation) => formation.name));
  return [...account, ...kept(game, seat).filter((formation) => !names.has(formation.name))];
}

/** @param {string} game @param {string} seat @param {Formation} formation */
export async function keepFormation(game, seat, formation) {
  const others = kept(game, seat).filter((other) => other.name !== formation.name);
  localStorage.setItem(key(game, seat), JSON.stringify([...others, formation]));
  await put("/api/me/formations", { ...formation, game, seat });
}
