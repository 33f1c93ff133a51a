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

/** For example "2 d 5 h", with the hour that has begun. @param {number} time @returns {string} */
function formatDays(time) {
  const hours = Math.ceil(time / HOUR);
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  return rest ? `${days} d ${rest} h` : `${days} d`;
}

/** For example "4:05", "0:09.9" below ten seconds, "1:00:00", "2 d 5 h". @param {number} time @returns {string} */
export function formatTime(time) {
  if (time >= 2 * DAY) return formatDays(time);
  if (time < 10 * SECOND) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(time / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${hours ? padded(minutes) : minutes}:${padded(seconds % 60)}`;
  return hours ? `${hours}:${tail}` : tail;
}

/**
 * The short form of a time control: "5+3", "5+0 d3" with a delay, "2 d", "∞".
 * @param {TimeControl | null} control
 * @returns {string}
 */
export function formatControl(control) {
  if (!control) return "∞";
  if (control.renewed) return `${Math.round(control.base / DAY)} d`;
  const minutes = Math.round((control.base / MINUTE) * 10) / 10;
  const delay = control.delay ? ` d${Math.round(control.delay / SECOND)}` : "";
  return `${minutes}+${Math.round((control.increment ?? 0) / SECOND)}${delay}`;
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
  const time = control.base + TYPICAL_MOVES * ((control.increment ?? 0) + (control.delay ?? 0));
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

/** A clock of one's own, in the units of its fields. @typedef {{ minutes: number, increment: number, delay: number, days: number }} ClockParts */

/** The least and the greatest number of each field. @type {Record<keyof ClockParts, [number, number]>} */
export const CLOCK_RANGES = { minutes: [0.5, 600], increment: [0, 600], delay: [0, 600], days: [0, 30] };

/** @param {ClockParts} parts @param {keyof ClockParts} key @returns {number} the nearest number that the field allows */
function allowed(parts, key) {
  const [least, most] = CLOCK_RANGES[key];
  return Math.min(most, Math.max(least, parts[key] || 0));
}

/** Days per move if any are given, else minutes with an increment and a delay. @param {ClockParts} parts @returns {TimeControl} */
export function customControl(parts) {
  const days = Math.round(allowed(parts, "days"));
  if (days > 0) return { base: days * DAY, increment: 0, delay: 0, cap: null, renewed: true };
  const [base, increment, delay] = [
    allowed(parts, "minutes") * MINUTE,
    allowed(parts, "increment") * SECOND,
    allowed(parts, "delay") * SECOND,
  ].map(Math.round);
  return { base, increment, delay, cap: null, renewed: false };
}

/** @param {TimeControl | null} control @returns {ClockParts} */
export function customParts(control) {
  const usual = { minutes: 15, increment: 10, delay: 0, days: 0 };
  if (!control) return usual;
  if (control.renewed) return { ...usual, days: Math.round(control.base / DAY) };
  const { base, increment = 0, delay = 0 } = control;
  return { minutes: base / MINUTE, increment: increment / SECOND, delay: delay / SECOND, days: 0 };
}
