/** A link to a new game against the computer from a position. */

import { link } from "./element.js";

/** @param {string} game @param {string} start the text of the position @param {string | null} seat the player's @param {string} text */
export function practiceLink(game, start, seat, text) {
  const query = new URLSearchParams({ start, opponent: "engine", ...(seat ? { seat } : {}) });
  return link(`/play/${game}?${query}`, text, { class: "button" });
}
