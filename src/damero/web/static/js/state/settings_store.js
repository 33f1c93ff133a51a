/** The settings stored in this browser, and their listeners. */

import { readSettings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

const KEY = "damero.settings";

/** Without access to storage, settings last until the page is closed. @returns {string | null} */
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
export function changeSettings(change) {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without access to storage, the change lasts until the page is closed.
  }
  listeners.forEach((listener) => listener(current));
}

/** @param {(settings: Settings) => void} listener @returns {() => void} stops listening */
export function onSettingsChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
