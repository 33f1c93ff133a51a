/** The cover over the board while a shared device changes hands. */

import { t } from "../i18n/messages.js";
import { button, el } from "./element.js";
import { seatName } from "./names.js";

/** @param {string} seat @param {() => void} uncover */
export const handOverCover = (seat, uncover) => [
  el("h2", {}, t("handover.title", { seat: seatName(seat) })),
  el("p", {}, t("handover.line")),
  button(t("handover.go", { seat: seatName(seat) }), uncover, { class: "primary" }),
];
