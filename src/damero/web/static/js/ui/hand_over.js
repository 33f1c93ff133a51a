/** The cover over the board while a shared device changes hands. */

import { t } from "../i18n/messages.js";
import { button, el } from "./element.js";

/** @param {string} player the name of the player who looks next @param {() => void} uncover */
export const handOverCover = (player, uncover) => [
  el("h2", {}, t("handover.title", { player })),
  el("p", {}, t("handover.line")),
  button(t("handover.go", { player }), uncover, { class: "primary" }),
];
