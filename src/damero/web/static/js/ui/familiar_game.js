/** The game that pages begin with when their address names none. */

import { gameOfLanguage } from "../i18n/messages.js";

/** @typedef {import("../wire.js").Game} Game */

const KEY = "damero.last_game";

/** @returns {string | null} */
function lastGame() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} game */
export function rememberGame(game) {
  try {
    localStorage.setItem(KEY, game);
  } catch {
    // Without access to storage, every visit begins with the game of the language.
  }
}

/** The game that was started last in this browser, or the one that speakers of the language know. @param {Game[]} catalogue @returns {Game} */
export function familiarGame(catalogue) {
  const wanted = lastGame() ?? gameOfLanguage();
  return catalogue.find(({ id }) => id === wanted) ?? catalogue[0];
}
