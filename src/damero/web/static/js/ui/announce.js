/** Announcements for screen readers. */

import { el } from "./element.js";

const region = el("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });

export const announcer = () => region;

/** @param {string} text */
export function announce(text) {
  region.textContent = text;
}
