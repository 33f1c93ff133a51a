/** While a seat is free: the invitation with link, QR code and code, or the form to join. */

import { t } from "../i18n/messages.js";
import { copyButton } from "./copy.js";
import { el, stressed } from "./element.js";
import { textField } from "./fields.js";
import { playerName } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */

/** @param {MatchModel} model @returns {"invite" | "join" | "none"} */
export function waitingPanel(model) {
  if (!model.state || model.state.status !== "waiting") return "none";
  if (model.state.can.includes("join")) return "join";
  const free = model.state.seats.some((seat) => seat.player === null);
  return free ? "invite" : "none";
}

/** @param {import("../wire.js").Player} invited */
const sentChallenge = (invited) =>
  el(
    "section",
    { class: "invite card" },
    el("h2", {}, t("challenge.sent", { player: playerName(invited) })),
    el("p", { class: "muted" }, t("play.player.line")),
  );

/** @param {MatchModel} model */
export function invitation(model) {
  if (model.match?.invited) return sentChallenge(model.match.invited);
  const path = `/match/${model.match?.id}`;
  const address = `${location.origin}${path}`;
  const open = model.match?.access === "lobby";
  return el(
    "section",
    { class: "invite card" },
    el("h2", {}, t(open ? "match.inviteAnyone" : "match.invite")),
    el("input", { class: "address", readonly: true, value: address, "aria-label": t("match.invite") }),
    el("div", { class: "row" }, copyButton(t("match.copy"), () => address, { class: "primary" })),
    model.match?.code &&
      el("p", { class: "code" }, stressed(t("match.inviteCode", { code: model.match.code }), model.match.code)),
    el("img", {
      class: "qr",
      src: `/api/qr?path=${encodeURIComponent(path)}`,
      alt: t("match.qr"),
      width: 200,
      height: 200,
    }),
  );
}

/** @param {MatchModel} model @param {(code: string | null) => void} join */
export function joinForm(model, join) {
  const isPrivate = model.match?.access === "code";
  const { field, input } = textField(t("match.code"), { autocomplete: "off", maxlength: 20 });
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    join(isPrivate ? input.value.trim() : null);
  };
  return el(
    "form",
    { class: "invite card", onsubmit: enter },
    el("h2", {}, t("match.join")),
    isPrivate && el("p", {}, t("match.codeNeeded")),
    isPrivate && field,
    el("button", { class: "primary" }, t("match.join")),
  );
}
