/** What is said aloud to those who do not see the board. */

import { el } from "./element.js";

const spoken = el("div", { class: "unseen", role: "status", "aria-live": "polite" });

export const announcer = () => spoken;

/** @param {string} text */
export function announce(text) {
  spoken.textContent = text;
}
