/** What a match is waiting for, in one line. */

import { say } from "../i18n/messages.js";
import { routes } from "../state/match.js";
import { outcomeText, seatName } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */

/** @param {MatchModel} model @returns {{ text: string, tone: "" | "turn" | "busy" | "warn" | "end" }} */
export function status(model) {
  const { state, connection } = model;
  if (connection === "gone") return { text: say("match.gone"), tone: "warn" };
  if (connection === "lost") return { text: say("match.reconnecting"), tone: "warn" };
  if (!state) return { text: say("match.connecting"), tone: "" };
  if (state.outcome) return { text: outcomeText(state.outcome, model.viewer.seats), tone: "end" };
  if (state.status === "waiting") return { text: waiting(state), tone: "" };
  if (model.sent) return { text: say("match.sending"), tone: "busy" };
  return turn(model);
}

/** @param {import("../wire.js").State} state @returns {string} */
const waiting = (state) => say(state.seats.every((seat) => seat.player) ? "match.placing" : "match.waiting");

/** @param {MatchModel} model @returns {{ text: string, tone: "" | "turn" | "busy" }} */
function turn(model) {
  const open = routes(model);
  const toMove = model.state?.view?.to_move ?? "";
  const own = model.viewer.seats.includes(toMove);
  if (own && model.viewer.seats.length === 1) {
    const must = open.length > 0 && open.every((route) => route.taken.length > 0);
    return { text: say(must ? "match.mustTake" : "match.yourTurn"), tone: "turn" };
  }
  if (model.presence.thinking) return { text: say("match.thinking"), tone: "busy" };
  return { text: say("match.turnOf", { seat: seatName(toMove) }), tone: own ? "turn" : "" };
}
