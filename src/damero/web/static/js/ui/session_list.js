/** The devices on which this player is signed in. */

import { t } from "../i18n/messages.js";
import { get, remove } from "../net/api.js";
import { button, el } from "./element.js";
import { errorText } from "./error_text.js";

/** @typedef {import("../wire.js").Session} Session */

const BROWSERS = [["Firefox", /Firefox\//], ["Edge", /Edg\//], ["Opera", /OPR\//], ["Chrome", /Chrom(e|ium)\//], [
  "Safari",
  /Safari\//,
]];
const SYSTEMS = [["Android", /Android/], ["iPhone", /iPhone/], ["iPad", /iPad/], ["Windows", /Windows/], [
  "Mac",
  /Macintosh/,
], ["Linux", /Linux/]];

/** A short name for a User-Agent header, such as "Firefox, Linux". @param {string} agent @returns {string} */
export function deviceName(agent) {
  const found = [BROWSERS, SYSTEMS].map((names) =>
    names.find(([, pattern]) => /** @type {RegExp} */ (pattern).test(agent))
  );
  const names = found.flatMap((one) => (one ? [String(one[0])] : []));
  return names.join(", ") || agent.split("/")[0].slice(0, 40) || t("sessions.unknown");
}

/** @param {Session} session @param {(request: Promise<unknown>) => void} ended */
const sessionItem = (session, ended) =>
  el(
    "li",
    { class: "session" },
    el(
      "div",
      {},
      el(
        "strong",
        {},
        deviceName(session.agent),
        " ",
        session.current && el("span", { class: "badge" }, t("sessions.this")),
      ),
      el(
        "span",
        { class: "muted small" },
        [
          t("sessions.opened", { date: session.opened_at }),
          t("sessions.used", { date: session.used_at }),
          session.address,
        ].filter(Boolean).join(" · "),
      ),
    ),
    !session.current &&
      button(t("sessions.end"), () => ended(remove(`/api/me/sessions/${session.id}`)), {
        "aria-label": t("sessions.endOne", { device: deviceName(session.agent) }),
      }),
  );

/** A section that opens to the list. */
export function sessionList() {
  const list = el("ul", { class: "sessions" });
  const message = el("p", { class: "small", role: "status" });
  const endOthers = button(t("sessions.endOthers"), () => ended(remove("/api/me/sessions")), { class: "danger" });
  const load = async () => {
    /** @type {import("../wire.js").Sessions} */
    const { sessions } = await get("/api/me/sessions");
    list.replaceChildren(...sessions.map((session) => sessionItem(session, ended)));
    endOthers.hidden = sessions.length < 2;
  };
  const ended = (/** @type {Promise<unknown>} */ request) => {
    request.then(() => {
      message.textContent = t("sessions.ended");
    }, (error) => {
      message.textContent = errorText(error);
    }).then(load).catch(() => {});
  };
  const details = el(
    "details",
    { ontoggle: () => load().catch(() => {}) },
    el("summary", {}, t("sessions.title")),
    list,
    message,
    endOthers,
  );
  return details;
}
