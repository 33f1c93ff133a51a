/** Clock times as shown to players: the server's latest clock, less the time that has elapsed since. */

/** @typedef {import("../wire.js").Clock} Clock */
/** @typedef {import("../wire.js").TimeControl} TimeControl */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param {Clock} clock @param {string} seat @param {number} elapsed milliseconds since the clock was received */
export function remaining(clock, seat, elapsed) {
  const time = clock.remaining[seat] ?? 0;
  if (clock.running !== seat) return time;
  return Math.max(0, time - Math.max(0, elapsed - clock.delay_left));
}

/** @param {number} value */
const padded = (value) => String(value).padStart(2, "0");

/** For example "4:05", "0:09.9" below ten seconds, "1:00:00", "3 d". @param {number} time @returns {string} */
export function formatTime(time) {
  if (time >= 2 * DAY) return `${Math.floor(time / DAY)} d`;
  if (time < 10 * SECOND) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(time / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${hours ? padded(minutes) : minutes}:${padded(seconds % 60)}`;
  return hours ? `${hours}:${tail}` : tail;
}

/**
 * The short form of a time control: "5+3", "2 d", "∞".
 * @param {TimeControl | null} control
 * @returns {string}
 */
export function formatControl(control) {
  if (!control) return "∞";
  if (control.renewed) return `${Math.round(control.base / DAY)} d`;
  const minutes = Math.round((control.base / MINUTE) * 10) / 10;
  return `${minutes}+${Math.round((control.increment || control.delay || 0) / SECOND)}`;
}

/** Milliseconds below which a running clock is urgent. */
export const LOW_TIME = 20 * SECOND;

/**
 * Whether the running clock has so little time left that it is shown as urgent.
 * @param {Clock} clock
 * @param {string} seat
 * @param {number} elapsed
 */
export const isLow = (clock, seat, elapsed) => clock.running === seat && remaining(clock, seat, elapsed) < LOW_TIME;

/** @typedef {"bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "unlimited"} Speed */
/** @type {readonly Speed[]} */
export const SPEEDS = ["bullet", "blitz", "rapid", "classical", "correspondence", "unlimited"];
/** Moves of a typical game, by which an increment counts. */
const TYPICAL_MOVES = 40;

/** The speed of a game by the time of one player for a game of typical length. @param {TimeControl | null} control @returns {Speed} */
export function speedOf(control) {
  if (!control) return "unlimited";
  if (control.renewed || control.base >= DAY) return "correspondence";
  const time = control.base + TYPICAL_MOVES * (control.increment || control.delay || 0);
  if (time < 3 * MINUTE) return "bullet";
  if (time < 10 * MINUTE) return "blitz";
  return time < 30 * MINUTE ? "rapid" : "classical";
}

/** @type {(TimeControl | null)[]} */
export const PRESETS = [
  null,
  { base: 3 * MINUTE, increment: 2 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 5 * MINUTE, increment: 3 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 10 * MINUTE, increment: 5 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 30 * MINUTE, increment: 20 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 2 * DAY, increment: 0, delay: 0, cap: null, renewed: true },
];
