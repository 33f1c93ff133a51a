/** English. A translation is a copy of these files with other values. */

import { MATCH } from "./en/match.js";
import { PAGES } from "./en/pages.js";
import { PUZZLES } from "./en/puzzles.js";
import { SETTINGS } from "./en/settings.js";

/** @type {Record<string, string>} */
export const MESSAGES = { ...PAGES, ...SETTINGS, ...MATCH, ...PUZZLES };
