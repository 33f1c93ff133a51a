/** The status of a match in one line. */

import { t } from "../i18n/messages.js";
import { mustCapture } from "../state/view_model.js";
import { outcomeText, seatName } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").State} State */
/** @typedef {{ text: string, tone: "" | "turn" | "busy" | "warn" | "end" }} Status */

/** @param {MatchModel} model @returns {Status} */
export function matchStatus(model) {
  const { state, connection } = model;
  if (connection === "gone") return { text: t("match.gone"), tone: "warn" };
  if (connection === "lost") return { text: t("match.reconnecting"), tone: "warn" };
  if (!state) return { text: t("match.connecting"), tone: "" };
  if (state.outcome) return { text: resultText(state, model.viewer.seats), tone: "end" };
  if (state.status === "waiting") return { text: waitingText(state), tone: "" };
  if (model.sent) return { text: t("match.sending"), tone: "busy" };
  return turnStatus(model);
}

/** @param {State} state @param {string[]} own @returns {string} */
const resultText = ({ outcome, seats }, own) => outcome ? outcomeText(outcome, seats.map(({ seat }) => seat), own) : "";

/** @param {State} state @returns {string} */
function waitingText({ seats }) {
  if (!seats.every((seat) => seat.player)) return t("match.waiting");
  return t(seats.every((seat) => seat.ready) ? "match.connectingBoth" : "match.placing");
}

/** @param {MatchModel} model @returns {Status} */
function turnStatus(model) {
  const toMove = model.state?.view?.to_move ?? "";
  const own = model.viewer.seats.includes(toMove);
  if (own && model.viewer.seats.length === 1) {
    return { text: t(mustCapture(model) ? "match.mustCapture" : "match.yourTurn"), tone: "turn" };
  }
  if (model.presence.thinking) return { text: t("match.thinking"), tone: "busy" };
  const colour = model.state?.seats.find(({ seat }) => seat === toMove)?.colour;
  return { text: t("match.turnOf", { seat: seatName(colour ?? toMove) }), tone: own ? "turn" : "" };
}
