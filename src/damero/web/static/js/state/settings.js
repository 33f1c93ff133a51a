/** The settings of this browser: their types, defaults and possible values. */

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"walnut" | "slate" | "meadow"} board
 * @property {Record<string, string>} sets the chosen piece set for each piece group
 * @property {"usual" | "numbers" | "letters" | "none"} coordinates usual: as players of each game write their moves
 * @property {number} animation milliseconds for one step of a moving piece; 0 turns animation off
 * @property {boolean} sound
 * @property {boolean} confirm ask before a move is sent
 * @property {boolean} textBoard
 */

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  theme: "system",
  board: "walnut",
  sets: {},
  coordinates: "usual",
  animation: 220,
  sound: true,
  confirm: false,
  textBoard: false,
});

/** @type {{ [Key in keyof Settings]?: readonly Settings[Key][] }} */
export const CHOICES = {
  theme: ["system", "light", "dark"],
  board: ["walnut", "slate", "meadow"],
  coordinates: ["usual", "numbers", "letters", "none"],
  animation: [0, 120, 220, 420],
};

/**
 * Reads stored settings and ignores unknown or invalid values.
 * @param {string | null} stored
 * @returns {Settings}
 */
export function readSettings(stored) {
  const found = parse(stored);
  const settings = { ...DEFAULTS };
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
  const choices = /** @type {readonly unknown[] | undefined} */ (CHOICES[key]);
  return choices ? choices.includes(value) : true;
}
