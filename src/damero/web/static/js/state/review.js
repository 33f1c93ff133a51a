/** The review of a game as the browser shows it. Pure functions. */

/** @typedef {import("../wire.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../wire.js").Review} Review */
/** @typedef {{ ply: number, plies: number, score_first: number, mark: string }} Judged a move that was judged while the review runs */

/** A score of this much, a man in draughts, means winning chances of 73 %, as in `domain/analysis.py`. */
const SCALE = 100;

/** The first seat's chance to win with this score, from 0 to 1. @param {number} score */
export const chances = (score) => 1 / (1 + Math.exp(-Math.max(-1000, Math.min(1000, score)) / SCALE));

/**
 * The graph of a review that is still running. With hidden pieces each side judges by what it knows, so that the graph
 * shows the mean of both.
 * @param {Judged[]} judged
 * @param {{ hidden: boolean }} game
 */
export function runningGraph(judged, { hidden }) {
  const shares = judged.map(({ score_first }) => chances(score_first));
  return judged.map(({ ply, mark }, index) => ({
    ply,
    mark,
    share: hidden && index > 0 ? (shares[index] + shares[index - 1]) / 2 : shares[index],
  }));
}

/**
 * The points of a graph of winning chances, from the even start on, in a box of the given size.
 * @param {number[]} shares after each ply
 * @param {number} plies of the whole game
 * @param {{ width: number, height: number }} box
 * @returns {{ x: number, y: number }[]}
 */
export function graphPoints(shares, plies, { width, height }) {
  return [0.5, ...shares].map((share, ply) => ({
    x: (ply / Math.max(1, plies)) * width,
    y: (1 - share) * height,
  }));
}

/** The ply at this share of the width of a graph. @param {number} share @param {number} plies */
export const plyAt = (share, plies) => Math.max(0, Math.min(plies, Math.round(share * plies)));

/** How far a review is, in per cent. @param {{ ply: number, plies: number } | undefined} last */
export const progress = (last) => (last ? Math.floor((100 * last.ply) / Math.max(1, last.plies)) : 0);

/** The moves that can be solved again: those of some seats. @param {Review} review @param {string[]} seats */
export const mistakesOf = (review, seats) =>
  review.moves.filter(({ mistake, seat }) => mistake && (seats.length === 0 || seats.includes(seat)));

/** The moves in which chance decided. @param {Review} review */
export const chanceMoves = (review) => review.moves.filter(({ expected }) => expected !== null);

/** The attacks on hidden pieces. @param {Review} review */
export const fights = (review) => review.moves.filter(({ guess }) => guess !== null);

/**
 * What is shown on the squares of hidden pieces: the likeliest kinds with their share in per cent.
 * @param {import("../wire.js").Odds[]} odds
 * @param {number} most kinds for a square
 * @returns {Map<string, { kind: string, percent: number }[]>}
 */
export function oddsBySquare(odds, most) {
  return new Map(odds.flatMap(({ squares, kinds }) => {
    const likely = kinds.slice(0, most).map(({ kind, probability }) => ({
      kind,
      percent: Math.round(100 * probability),
    }));
    return squares.map((square) => /** @type {const} */ ([square, likely]));
  }));
}
