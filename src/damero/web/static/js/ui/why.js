/** Why a move is not possible, as the server explains it. */

import { post } from "../net/api.js";
import { errorText } from "./error_text.js";

/** @param {string} match @param {string[]} squares @param {string | null} seat @returns {Promise<import("../wire.js").Why>} */
export async function askWhy(match, squares, seat) {
  try {
    return await post(`/api/matches/${match}/why`, { squares, seat });
  } catch (problem) {
    return { legal: false, code: null, key: null, values: {}, detail: errorText(problem), squares: [], moves: [] };
  }
}
