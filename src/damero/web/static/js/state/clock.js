/** What a clock shows, from the server's last word and the time that has passed here since. */

/** @typedef {import("../wire.js").Clock} Clock */
/** @typedef {import("../wire.js").TimeControl} TimeControl */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param {Clock} clock @param {string} seat @param {number} passed milliseconds since the clock was received */
export function remaining(clock, seat, passed) {
  const left = clock.remaining[seat] ?? 0;
  if (clock.running !== seat) return left;
  return Math.max(0, left - Math.max(0, passed - clock.delay_left));
}

/** @param {number} value */
const padded = (value) => String(value).padStart(2, "0");

/** "4:05"; tenths below ten seconds; hours and days when there are any. @param {number} time @returns {string} */
export function shownTime(time) {
  if (time >= 2 * DAY) return `${Math.floor(time / DAY)} d`;
  if (time < 10 * SECOND) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(time / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${hours ? padded(minutes) : minutes}:${padded(seconds % 60)}`;
  return hours ? `${hours}:${tail}` : tail;
}

/**
 * A time control in the players' short form: "5+3", "2 d", "∞".
 * @param {TimeControl | null} control
 * @returns {string}
 */
export function shownControl(control) {
  if (!control) return "∞";
  if (control.renewed) return `${Math.round(control.base / DAY)} d`;
  const minutes = Math.round((control.base / MINUTE) * 10) / 10;
  return `${minutes}+${Math.round((control.increment || control.delay || 0) / SECOND)}`;
}

/**
 * Whether time is so short that it should be shown as urgent.
 * @param {Clock} clock
 * @param {string} seat
 * @param {number} passed
 */
export const isShort = (clock, seat, passed) => clock.running === seat && remaining(clock, seat, passed) < 20 * SECOND;

/** @type {(TimeControl | null)[]} */
export const PRESETS = [
  null,
  { base: 3 * MINUTE, increment: 2 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 5 * MINUTE, increment: 3 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 10 * MINUTE, increment: 5 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 30 * MINUTE, increment: 20 * SECOND, delay: 0, cap: null, renewed: false },
  { base: 2 * DAY, increment: 0, delay: 0, cap: null, renewed: true },
];
