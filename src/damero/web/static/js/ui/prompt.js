/** The one place where a match asks the player something: one question at a time. */

import { t } from "../i18n/messages.js";
import { formatTime } from "../state/clock.js";
import { moveText } from "../state/notation.js";
import { button, el, link, renderOnChange } from "./element.js";
import { nameOfSeat } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").OfferKind} OfferKind */
/**
 * @typedef {{ type: "confirm", move: string } | { type: "rematch", match: string }
 *   | { type: "theirOffer" | "ownOffer" | "sharedOffer", id: number, kind: OfferKind, player: string }
 *   | { type: "declined", text: string }
 *   | { type: "absent", player: string, claimable: boolean }
 *   | { type: "earlierPly", ply: number, total: number }
 *   | { type: "notice", text: string } | { type: "none" }} Question
 */

/** Milliseconds in which a new question cannot be answered, so that nobody answers it by accident. */
const ANSWER_DELAY = 450;
/** Milliseconds added to the countdown to a claim, because the server's clock decides. */
const CLAIM_MARGIN = 500;

/** @param {MatchModel} model @param {import("../wire.js").Game} game @param {number} now @returns {Question} */
export function currentQuestion(model, game, now) {
  const { state } = model;
  if (model.proposed) return { type: "confirm", move: moveText(game, model.proposed) };
  if (state?.rematch) return { type: "rematch", match: state.rematch };
  const absent = absentOpponent(model, now);
  if (absent?.claimable) return absent;
  if (state?.offer) return offerQuestion(model, state.offer);
  if (model.notice) return { type: "notice", text: model.notice.text };
  if (model.declined) return { type: "declined", text: declinedText(model, model.declined) };
  if (model.viewedPly !== null) return { type: "earlierPly", ply: model.viewedPly, total: model.record.length };
  return absent ?? { type: "none" };
}

/** @param {MatchModel} model @param {import("../wire.js").OpenOffer} offer @returns {Question} */
function offerQuestion(model, { id, kind, seat }) {
  const { seats } = model.viewer;
  const player = nameOfSeat(model, seat);
  if (seats.length === 0) return { type: "none" };
  if (seats.length > 1) return { type: "sharedOffer", id, kind, player };
  return { type: seats.includes(seat) ? "ownOffer" : "theirOffer", id, kind, player };
}

/** @param {MatchModel} model @param {import("../state/match.js").Declined} declined @returns {string} */
const declinedText = (model, { kind, seat, withdrawn }) =>
  t(withdrawn ? `offer.${kind}.withdrawn` : `offer.${kind}.declined`, { player: nameOfSeat(model, seat) });

/** Milliseconds until the game of an absent opponent can be claimed; null while nobody is away. @param {MatchModel} model @param {number} now */
function timeToClaim({ presence, presenceAt, viewer, state }, now) {
  const absent = presence.seats.find((seat) => seat.claim_in !== null && !viewer.seats.includes(seat.seat));
  if (!absent || viewer.seats.length !== 1 || state?.status !== "active") return null;
  if (state.can.includes("claim")) return { seat: absent.seat, time: 0 };
  return { seat: absent.seat, time: Math.max(0, (absent.claim_in ?? 0) + CLAIM_MARGIN - (now - presenceAt)) };
}

/** @param {MatchModel} model @param {number} now @returns {Extract<Question, { type: "absent" }> | null} */
function absentOpponent(model, now) {
  const absent = timeToClaim(model, now);
  return absent && { type: "absent", player: nameOfSeat(model, absent.seat), claimable: absent.time === 0 };
}

/**
 * @typedef {{ confirm: () => void, cancel: () => void, answer: (offer: number, accepted: boolean) => void,
 *   claim: (draw: boolean) => void, viewPly: (ply: number | null) => void }} PromptActions
 */

/** @param {import("../wire.js").Game} game @param {PromptActions} actions */
export function prompt(game, actions) {
  const element = el("div", { class: "prompt", role: "group", "aria-live": "polite" });
  const countdown = el("span", { class: "countdown", role: "timer" });
  const render = renderOnChange(element, (/** @type {Question} */ question) => {
    element.dataset.type = question.type;
    delayAnswers(element, question);
    return renderQuestion(question, actions, countdown);
  });
  return {
    element,
    show: (/** @type {MatchModel} */ model, now = Date.now()) => {
      render(currentQuestion(model, game, now));
      const time = timeToClaim(model, now)?.time ?? 0;
      const text = formatTime(Math.ceil(time / 1000) * 1000);
      if (countdown.isConnected && countdown.textContent !== text) countdown.textContent = text;
    },
  };
}

/** @param {HTMLElement} element @param {Question} question */
function delayAnswers(element, { type }) {
  if (type !== "theirOffer" && type !== "absent") return element.removeAttribute("inert");
  element.setAttribute("inert", "");
  setTimeout(() => element.removeAttribute("inert"), ANSWER_DELAY);
}

/** Two buttons that stay side by side. @param {HTMLElement[]} buttons */
const answers = (...buttons) => el("div", { class: "answers" }, buttons);

/** @param {Question} question @param {PromptActions} actions @param {HTMLElement} countdown */
function renderQuestion(question, actions, countdown) {
  switch (question.type) {
    case "confirm":
      return [
        el("p", {}, t("match.confirm", { move: question.move })),
        answers(
          button(t("match.no"), actions.cancel),
          button(t("match.yes"), actions.confirm, { class: "primary" }),
        ),
      ];
    case "rematch":
      return [
        el("p", {}, t("match.rematchReady")),
        link(`/match/${question.match}`, t("match.rematchGo"), { class: "button primary" }),
      ];
    case "theirOffer":
      return [
        el("p", {}, t(`offer.${question.kind}.theirs`, { player: question.player })),
        answers(
          button(t("match.decline"), () => actions.answer(question.id, false)),
          button(t("match.accept"), () => actions.answer(question.id, true), { class: "primary" }),
        ),
      ];
    case "ownOffer":
      return [
        el("p", {}, t(`offer.${question.kind}.own`)),
        button(t("match.withdraw"), () => actions.answer(question.id, false)),
      ];
    case "sharedOffer":
      return [
        el("p", {}, t(`offer.${question.kind}.both`)),
        answers(
          button(t("match.no"), () => actions.answer(question.id, false)),
          button(t("match.yes"), () => actions.answer(question.id, true), { class: "primary" }),
        ),
      ];
    case "declined":
      return [el("p", {}, question.text), button(t("match.close"), actions.cancel)];
    case "absent":
      return absence(question, actions, countdown);
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

/** @param {Extract<Question, { type: "absent" }>} question @param {PromptActions} actions @param {HTMLElement} countdown */
function absence({ player, claimable }, actions, countdown) {
  if (!claimable) return el("p", {}, t("match.absent", { player }), " ", countdown);
  return [
    el("p", {}, t("match.absentNow", { player })),
    answers(
      button(t("match.claimDraw"), () => actions.claim(true)),
      button(t("match.claim"), () => actions.claim(false), { class: "primary" }),
    ),
  ];
}
