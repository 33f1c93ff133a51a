/** The settings of this browser, and who wants to know when they change. */

import { readSettings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

const KEY = "damero.settings";

/** Storage may be forbidden: then settings last as long as the page. @returns {string | null} */
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

let current = readSettings(stored());

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

export const settings = () => current;

/** @param {Partial<Settings>} change */
export function change(change) {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Kept for this page only.
  }
  listeners.forEach((listener) => listener(current));
}

/** @param {(settings: Settings) => void} listener @returns {() => void} stops listening */
export function whenSettingsChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
