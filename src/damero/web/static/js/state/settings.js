/** The settings of this browser: their types, defaults and possible values. */

import { SPEEDS } from "./clock.js";

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"walnut" | "slate" | "meadow" | "ocean" | "contrast"} board
 * @property {number} boardSize the width of the board in a match, in percent of what fits the window
 * @property {Record<string, string>} sets the chosen piece set for each piece group
 * @property {"usual" | "numbers" | "letters" | "none"} coordinates usual: as players of each game write their moves
 * @property {number} animation milliseconds for one step of a moving piece; 0 turns animation off
 * @property {boolean} sound
 * @property {number} volume in percent
 * @property {import("./clock.js").Speed[]} confirm the speeds at which a move is confirmed before it is sent
 * @property {boolean} zen show only the board, the players and their clocks
 * @property {boolean} textBoard
 */

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze(
  /** @type {Settings} */ ({
    theme: "system",
    board: "walnut",
    boardSize: 100,
    sets: {},
    coordinates: "usual",
    animation: 220,
    sound: true,
    volume: 70,
    confirm: ["correspondence"],
    zen: false,
    textBoard: false,
  }),
);

/** @type {{ [Key in keyof Settings]?: readonly Settings[Key][] }} */
export const CHOICES = {
  theme: ["system", "light", "dark"],
  board: ["walnut", "slate", "meadow", "ocean", "contrast"],
  coordinates: ["usual", "numbers", "letters", "none"],
  animation: [0, 120, 220, 420],
};

/** The least and the most of each number. @type {{ [Key in keyof Settings]?: readonly [number, number] }} */
export const RANGES = { boardSize: [50, 100], volume: [0, 100] };

/**
 * Reads stored settings and ignores unknown or invalid values.
 * @param {string | null} stored
 * @returns {Settings}
 */
export function readSettings(stored) {
  const found = parse(stored);
  const settings = { ...DEFAULTS };
  if (found.confirm === true) found.confirm = SPEEDS; // In the first edition one switch served all speeds.
  for (const key of /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS))) {
    if (isValid(key, found[key])) Object.assign(settings, { [key]: found[key] });
  }
  return settings;
}

/** @param {string | null} stored @returns {Record<string, unknown>} */
function parse(stored) {
  try {
    const value = JSON.parse(stored ?? "{}");
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

/** @param {keyof Settings} key @param {unknown} value */
function isValid(key, value) {
  if (value === undefined || typeof value !== typeof DEFAULTS[key] || value === null) return false;
  if (Array.isArray(DEFAULTS[key])) return Array.isArray(value) && value.every((speed) => SPEEDS.includes(speed));
  const [least, most] = RANGES[key] ?? [-Infinity, Infinity];
  if (typeof value === "number" && !(value >= least && value <= most)) return false;
  const choices = /** @type {readonly unknown[] | undefined} */ (CHOICES[key]);
  return choices ? choices.includes(value) : true;
}
