/** Announcements for screen readers. */

import { el } from "./element.js";

const region = el("div", { class: "visually-hidden", role: "status", "aria-live": "polite", "aria-atomic": "false" });
/** Announcements that are kept, so that a quick reply does not silence the sentence before it. */
const MOST = 3;

export const announcer = () => region;

/** @param {string} text */
export function announce(text) {
  while (region.children.length >= MOST) region.firstElementChild?.remove();
  region.append(el("p", {}, text));
}
