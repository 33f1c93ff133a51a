/** The one place where a match asks the player something: one question at a time. */

import { t } from "../i18n/messages.js";
import { button, el, link, renderOnChange } from "./element.js";
import { playerName } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").OfferKind} OfferKind */
/**
 * @typedef {{ type: "confirm", move: string } | { type: "rematch", match: string }
 *   | { type: "theirOffer" | "ownOffer", id: number, kind: OfferKind, player: string }
 *   | { type: "absent", player: string, claimable: boolean, seconds: number }
 *   | { type: "earlierPly", ply: number, total: number }
 *   | { type: "notice", text: string } | { type: "none" }} Question
 */

/** Milliseconds in which a new question cannot be answered, so that nobody answers it by accident. */
const ANSWER_DELAY = 450;

/** @param {MatchModel} model @returns {Question} */
export function currentQuestion(model) {
  const { state, viewer } = model;
  if (model.proposed) return { type: "confirm", move: model.proposed.text };
  if (state?.rematch) return { type: "rematch", match: state.rematch };
  if (state?.offer && viewer.seats.length === 1) {
    const { id, kind, seat } = state.offer;
    return { type: viewer.seats.includes(seat) ? "ownOffer" : "theirOffer", id, kind, player: nameOf(model, seat) };
  }
  if (model.notice) return { type: "notice", text: model.notice.text };
  if (model.viewedPly !== null) return { type: "earlierPly", ply: model.viewedPly, total: model.record.length };
  return absentOpponent(model) ?? { type: "none" };
}

/** @param {MatchModel} model @param {string} seat @returns {string} */
const nameOf = (model, seat) => playerName(model.state?.seats.find((place) => place.seat === seat)?.player ?? null);

/** @param {MatchModel} model @returns {Question | null} */
function absentOpponent(model) {
  const { state, viewer, presence } = model;
  const absent = presence.seats.find((seat) => seat.claim_in !== null && !viewer.seats.includes(seat.seat));
  if (!absent || viewer.seats.length !== 1 || state?.status !== "active") return null;
  const claimable = state.can.includes("claim");
  const seconds = claimable ? 0 : Math.ceil((absent.claim_in ?? 0) / 10_000) * 10;
  return { type: "absent", player: nameOf(model, absent.seat), claimable, seconds };
}

/**
 * @typedef {{ confirm: () => void, cancel: () => void, answer: (offer: number, accepted: boolean) => void,
 *   claim: () => void, viewPly: (ply: number | null) => void }} PromptActions
 */

/** @param {PromptActions} actions */
export function prompt(actions) {
  const element = el("div", { class: "prompt", role: "group", "aria-live": "polite" });
  const render = renderOnChange(element, (/** @type {Question} */ question) => {
    element.dataset.type = question.type;
    delayAnswers(element, question);
    return renderQuestion(question, actions);
  });
  return { element, show: (/** @type {MatchModel} */ model) => render(currentQuestion(model)) };
}

/** @param {HTMLElement} element @param {Question} question */
function delayAnswers(element, { type }) {
  if (type !== "theirOffer" && type !== "absent") return element.removeAttribute("inert");
  element.setAttribute("inert", "");
  setTimeout(() => element.removeAttribute("inert"), ANSWER_DELAY);
}

/** @param {Question} question @param {PromptActions} actions */
function renderQuestion(question, actions) {
  switch (question.type) {
    case "confirm":
      return [
        el("p", {}, t("match.confirm", { move: question.move })),
        button(t("match.no"), actions.cancel),
        button(t("match.yes"), actions.confirm, { class: "primary" }),
      ];
    case "rematch":
      return [
        el("p", {}, t("match.rematchReady")),
        link(`/match/${question.match}`, t("match.rematchGo"), { class: "button primary" }),
      ];
    case "theirOffer":
      return [
        el("p", {}, t(`offer.${question.kind}.theirs`, { player: question.player })),
        button(t("match.decline"), () => actions.answer(question.id, false)),
        button(t("match.accept"), () => actions.answer(question.id, true), { class: "primary" }),
      ];
    case "ownOffer":
      return [
        el("p", {}, t(`offer.${question.kind}.own`)),
        button(t("match.withdraw"), () => actions.answer(question.id, false)),
      ];
    case "absent":
      return [
        el(
          "p",
          {},
          t(question.claimable ? "match.absentNow" : "match.absent", {
            player: question.player,
            seconds: question.seconds,
          }),
        ),
        question.claimable && button(t("match.claim"), actions.claim, { class: "primary" }),
      ];
    case "earlierPly":
      return [
        el("p", {}, t("match.earlierPly", { ply: question.ply, total: question.total })),
        button(t("match.last"), () => actions.viewPly(null)),
      ];
    case "notice":
      return el("p", { class: "why" }, el("strong", {}, `${t("match.why")} `), question.text);
    case "none":
      return [];
  }
}
