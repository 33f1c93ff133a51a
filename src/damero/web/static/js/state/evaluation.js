/** Evaluations of the engine, in numbers and for the evaluation bar. Pure. */

/** @typedef {import("../wire.js").AnalysisLine} AnalysisLine */
/** @typedef {import("../wire.js").Game} Game */

/** A score beyond this is a proved win. */
export const CERTAIN = 10_000;
/** The steepness of the bar: a man ahead fills about three quarters of it. */
const SLOPE = 0.011;

/** The seat for which evaluations are given: the one whose pieces stand below. @param {Game} game @returns {string} */
export const ownSeat = ({ seats, pieces }) => seats.find((seat) => seat === pieces[0].colour) ?? seats[0];

/** The score of a line for a seat. @param {AnalysisLine} line @param {string | null} mover @param {string} seat */
export const scoreFor = ({ score }, mover, seat) => (mover === seat ? score : -score);

/** What part of the bar belongs to the seat: from 0 to 1. @param {number} score for the seat @returns {number} */
export const share = (score) => 1 / (1 + Math.exp(-SLOPE * Math.max(-1000, Math.min(1000, score))));

/** For example "+0.45" or "−1.20". @param {number} score @returns {string} */
export function scoreText(score) {
  if (Math.abs(score) >= CERTAIN) return score > 0 ? "+∞" : "−∞";
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${(Math.abs(score) / 100).toFixed(2)}`;
}

/** For example "1.2M". @param {number} number @returns {string} */
export function shortNumber(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)}M`;
  return number >= 1000 ? `${Math.round(number / 1000)}k` : String(Math.round(number));
}
