/** Evaluations of the engine, for the evaluation bar. Pure. */

/** @typedef {import("../wire.js").AnalysisLine} AnalysisLine */
/** @typedef {import("../wire.js").Game} Game */

/** The steepness of the bar: a man ahead fills about three quarters of it. */
const SLOPE = 0.011;

/** The seat for which evaluations are given: the one whose pieces stand below. @param {Game} game @returns {string} */
export const ownSeat = ({ seats, pieces }) => seats.find((seat) => seat === pieces[0].colour) ?? seats[0];

/** The score of a line for a seat. @param {AnalysisLine} line @param {string | null} mover @param {string} seat */
export const scoreFor = ({ score }, mover, seat) => (mover === seat ? score : -score);

/** What part of the bar belongs to the seat: from 0 to 1. @param {number} score for the seat @returns {number} */
export const share = (score) => 1 / (1 + Math.exp(-SLOPE * Math.max(-1000, Math.min(1000, score))));
