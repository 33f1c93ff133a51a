/** A form that reports a player to the administrators of the server. */

import { t } from "../i18n/messages.js";
import { me, post } from "../net/api.js";
import { el } from "./element.js";
import { errorText } from "./error_text.js";
import { textField } from "./fields.js";

/** @param {string} playerId @param {string | null} match the game that the report is about */
export function reportForm(playerId, match) {
  const { field, input } = textField(t("report.reason"), { required: true, maxlength: 500 });
  const result = el("p", { class: "small", role: "status" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await me();
    const sent = post(`/api/players/${encodeURIComponent(playerId)}/reports`, { reason: input.value.trim(), match });
    result.textContent = await sent.then(() => t("report.sent"), errorText);
  };
  return el(
    "details",
    { class: "report" },
    el("summary", {}, t("report.title")),
    el("form", { class: "row", onsubmit: send }, field, el("button", {}, t("report.send"))),
    result,
  );
}
