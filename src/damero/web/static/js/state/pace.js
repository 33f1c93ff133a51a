/** How long moves are shown: the pause before an engine's move, and the time of its hops. Pure values. */

/** @typedef {{ step: number, control: import("../wire.js").TimeControl | null }} Pace step: milliseconds of a moving piece */

/** The pause after a hop that is not the last, in steps. */
const HOP_PAUSE = 0.6;
/** Milliseconds of the pause before an engine's move, by the base time of the clock; shorter in fast games. */
const PAUSES = [{ base: 3 * 60_000, pause: 150 }, { base: 10 * 60_000, pause: 300 }, { base: Infinity, pause: 450 }];
/** Milliseconds for which a person's clock stands still after an engine's move. In games with clocks no move takes longer. */
const CLOCK_STANDS_STILL = 600;

/** How many steps a move takes. A flip takes one. @param {number} hops */
const stepsOf = (hops) => Math.max(1, hops) * (1 + HOP_PAUSE) - HOP_PAUSE;

/** Milliseconds of one hop in a move. @param {Pace} pace @param {number} hops of the move */
export const hopTime = ({ step, control }, hops) => control ? Math.min(step, CLOCK_STANDS_STILL / stepsOf(hops)) : step;

/** Milliseconds until the next hop. @param {number} time of the hop @param {boolean} last */
export const lastingOf = (time, last) => last ? time : time * (1 + HOP_PAUSE);

/**
 * The pause before an engine's move. With a clock it ends so early that the move has been shown when time begins to run.
 * @param {Pace} pace
 * @param {number} hops of the engine's move
 * @param {number} shown milliseconds since the position before was shown
 * @param {number} received milliseconds since the engine's move was received
 */
export function pauseTime(pace, hops, shown, received) {
  const { step, control } = pace;
  if (step === 0) return 0;
  const base = control && !control.renewed ? control.base : Infinity;
  const { pause } = PAUSES.find((entry) => base <= entry.base) ?? PAUSES[PAUSES.length - 1];
  const longest = control ? CLOCK_STANDS_STILL - hopTime(pace, hops) * stepsOf(hops) - received : pause;
  return Math.max(0, Math.min(pause - shown, longest));
}
