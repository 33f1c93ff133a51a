/** The one place where a match asks something: one question at a time, and none that swaps under the finger. */

import { say } from "../i18n/messages.js";
import { button, el, link, part } from "./element.js";
import { seatName } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/**
 * @typedef {{ is: "confirm", move: string } | { is: "rematch", to: string }
 *   | { is: "theirs" | "own", id: number, kind: string, seat: string }
 *   | { is: "absent", seat: string, now: boolean, seconds: number } | { is: "back", ply: number, total: number }
 *   | { is: "notice", text: string } | { is: "nothing" }} Question
 */

/** How long a new question cannot be answered, so that a finger on its way meets nothing new. */
const SETTLING = 450;

/** @param {MatchModel} model @returns {Question} */
export function question(model) {
  const { state } = model;
  if (model.proposed) return { is: "confirm", move: model.proposed.text };
  if (state?.rematch) return { is: "rematch", to: state.rematch };
  if (state?.offer && model.viewer.seats.length === 1) {
    const own = model.viewer.seats.includes(state.offer.seat);
    return { is: own ? "own" : "theirs", ...state.offer };
  }
  if (model.notice) return { is: "notice", text: model.notice.text };
  if (model.ply !== null) return { is: "back", ply: model.ply, total: model.record.length };
  return absent(model) ?? { is: "nothing" };
}

/** @param {MatchModel} model @returns {Question | null} */
function absent(model) {
  const gone = model.presence.seats.find((seat) => seat.claim_in !== null && !model.viewer.seats.includes(seat.seat));
  if (!gone || model.viewer.seats.length !== 1 || model.state?.status !== "active") return null;
  const now = model.state.can.includes("claim");
  return { is: "absent", seat: gone.seat, now, seconds: now ? 0 : Math.ceil((gone.claim_in ?? 0) / 10_000) * 10 };
}

/**
 * @typedef {{ confirm: () => void, cancel: () => void, answer: (offer: number, agreed: boolean) => void,
 *   claim: () => void, look: (ply: number | null) => void }} Answers
 */

/** @param {Answers} answers */
export function prompt(answers) {
  const element = el("div", { class: "prompt", role: "group", "aria-live": "polite" });
  const draw = part(element, (/** @type {Question} */ asked) => {
    element.dataset.is = asked.is;
    settle(element, asked);
    return drawn(asked, answers);
  });
  return { element, show: (/** @type {MatchModel} */ model) => draw(question(model)) };
}

/** @param {HTMLElement} element @param {Question} asked */
function settle(element, asked) {
  if (asked.is !== "theirs" && asked.is !== "absent") return element.removeAttribute("inert");
  element.setAttribute("inert", "");
  setTimeout(() => element.removeAttribute("inert"), SETTLING);
}

/** @param {Question} asked @param {Answers} answers */
function drawn(asked, answers) {
  switch (asked.is) {
    case "confirm":
      return [
        el("p", {}, say("match.confirm", { move: asked.move })),
        button(say("match.no"), answers.cancel),
        button(say("match.yes"), answers.confirm, { class: "primary" }),
      ];
    case "rematch":
      return [
        el("p", {}, say("match.rematchReady")),
        link(`/match/${asked.to}`, say("match.rematchGo"), { class: "button primary" }),
      ];
    case "theirs":
      return [
        el("p", {}, say(`offer.${asked.kind}.theirs`, { seat: seatName(asked.seat) })),
        button(say("match.decline"), () => answers.answer(asked.id, false)),
        button(say("match.accept"), () => answers.answer(asked.id, true), { class: "primary" }),
      ];
    case "own":
      return [
        el("p", {}, say(`offer.${asked.kind}.own`)),
        button(say("match.withdraw"), () => answers.answer(asked.id, false)),
      ];
    case "absent":
      return [
        el(
          "p",
          {},
          say(asked.now ? "match.absentNow" : "match.absent", { seat: seatName(asked.seat), seconds: asked.seconds }),
        ),
        asked.now && button(say("match.claim"), answers.claim, { class: "primary" }),
      ];
    case "back":
      return [
        el("p", {}, say("match.lookingBack", { ply: asked.ply, total: asked.total })),
        button(say("match.last"), () => answers.look(null)),
      ];
    case "notice":
      return el("p", { class: "why" }, el("strong", {}, `${say("match.why")} `), asked.text);
    case "nothing":
      return [];
  }
}
