/** The result of a finished game: who won and why, and what can be done next. */

import { t } from "../i18n/messages.js";
import { copyBeside } from "./copy.js";
import { button, el, link, renderOnChange } from "./element.js";
import { icon } from "./icons.js";
import { nameOfSeat, playerName, reasonText } from "./names.js";
import { reportForm } from "./report_form.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/**
 * @typedef {{ title: string, reason: string, tone: string, played: boolean, moves: number, id: string, game: string,
 *   verifiable: boolean, reviewable: boolean, hints: number, opponents: string[] }} Result
 */

/** @param {MatchModel} model @returns {Result | null} */
function resultOf(model) {
  const { state, match, viewer } = model;
  if (!state?.outcome || !match) return null;
  const seats = state.seats.map(({ seat }) => seat);
  const missed = state.fairness.nonces.find((nonce) => nonce.missed);
  return {
    ...titleOf(model, state.outcome.winner),
    reason: missed
      ? t("result.nonceMissed", { player: nameOfSeat(model, missed.seat) })
      : state.status === "aborted"
      ? whyAborted(model)
      : reasonText(state.outcome, seats, viewer.seats),
    played: state.status === "finished" || model.record.length > 0,
    opponents: opponentsOf(model),
    verifiable: state.fairness.seed !== null,
    reviewable: state.status === "finished" && model.record.length > 0,
    moves: model.record.length,
    hints: state.seats.reduce((sum, seat) => sum + seat.hints, 0),
    id: match.id,
    game: match.game,
  };
}

/** Of a challenge that was declined, withdrawn or forgotten. @param {MatchModel} model */
const whyAborted = ({ match, state }) =>
  match?.invited && state?.seats.some(({ player }) => !player)
    ? t("challenge.ended", { player: playerName(match.invited) })
    : "";

/** The ids of the people who played against the viewer. @param {MatchModel} model @returns {string[]} */
const opponentsOf = ({ state, viewer }) =>
  (state?.seats ?? []).flatMap(({ seat, player }) =>
    viewer.seats.length === 1 && seat !== viewer.seats[0] && player?.kind === "person" ? [player.id] : []
  );

/** @param {MatchModel} model @param {string | null} winner @returns {{ title: string, tone: string }} */
function titleOf(model, winner) {
  const { status } = model.state ?? {};
  if (status === "aborted") return { title: t("result.aborted"), tone: "draw" };
  if (winner === null) return { title: t("result.draw"), tone: "draw" };
  const own = model.viewer.seats.length === 1 ? model.viewer.seats[0] : null;
  if (own === null) return { title: t("result.playerWins", { player: nameOfSeat(model, winner) }), tone: "won" };
  return own === winner ? { title: t("result.youWin"), tone: "won" } : { title: t("result.youLose"), tone: "lost" };
}

/** @param {string} id @param {HTMLElement} shareButton */
async function share(id, shareButton) {
  const url = `${location.origin}/replay/${id}`;
  if (navigator.share) return await navigator.share({ url, title: document.title }).catch(() => {});
  if (await copyBeside(url, shareButton, t("result.share"))) shareButton.textContent = t("match.copied");
}

/** The rematch that the other player offers. @param {MatchModel} model */
const offeredRematch = ({ state, viewer }) =>
  state?.offer?.kind === "rematch" && viewer.seats.length === 1 && state.offer.seat !== viewer.seats[0]
    ? state.offer
    : null;

/** @param {Result} result @param {HTMLElement} rematch */
function contents({ title, reason, played, moves, id, game, verifiable, reviewable, hints, opponents }, rematch) {
  const shareButton = button(t("result.share"), () => share(id, shareButton));
  return [
    el("h2", {}, title),
    reason && el("p", {}, reason),
    played && el(
      "p",
      { class: "muted small" },
      t("result.moves", { count: moves }),
      hints > 0 && ` · ${t("result.hints", { count: hints })}`,
    ),
    el(
      "div",
      { class: "row" },
      rematch,
      reviewable && link(`/review/${id}`, t("result.review"), { class: "button" }),
      played && link(`/replay/${id}`, [icon("play"), t("match.replay")], { class: "button" }),
      played && verifiable && link(`/analysis/match/${id}`, t("analysis.analyse"), { class: "button" }),
      played && verifiable && link(`/verify/${id}`, t("result.verify"), { class: "button" }),
      link(`/play/${game}`, t("match.new"), { class: "button" }),
      played && shareButton,
    ),
    ...opponents.map((opponent) => reportForm(opponent, id)),
  ];
}

/** Scrolls to the card as far as the final position above it stays whole; its title comes into sight in any case. @param {HTMLElement} card */
function bringIntoSight(card) {
  const board = card.closest(".match-layout")?.querySelector(".board-holder")?.getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  if (!board || top < board.bottom) return card.scrollIntoView({ block: "nearest" });
  const bar = document.querySelector(".top-bar")?.getBoundingClientRect();
  const room = board.top - Math.max(0, bar?.bottom ?? 0);
  const title = (card.querySelector("h2")?.getBoundingClientRect().bottom ?? bottom) - innerHeight;
  scrollBy(0, Math.max(title, Math.min(room, Math.max(0, bottom - innerHeight))));
}

/** @param {Pick<import("./match_screen.js").MatchActions, "send" | "offer">} actions */
export function resultCard({ send, offer }) {
  const element = el("section", { class: "result card", "aria-label": t("result.title"), hidden: true });
  /** @type {import("../wire.js").OpenOffer | null} */
  let offered = null;
  const rematch = button(
    t("match.offerRematch"),
    () => offered ? send({ type: "accept", offer: offered.id }) : offer("rematch"),
    { class: "primary" },
  );
  const render = renderOnChange(
    element,
    (/** @type {Result | null} */ result) => result ? contents(result, rematch) : [],
  );
  return {
    element,
    show: (/** @type {MatchModel} */ model) => {
      const result = resultOf(model);
      const opened = result !== null && element.hidden;
      element.hidden = result === null;
      element.dataset.tone = result?.tone ?? "";
      offered = offeredRematch(model);
      rematch.hidden = model.viewer.seats.length === 0 || !model.state?.seats.every(({ player }) => player);
      rematch.disabled = offered === null && !model.state?.can.includes("offer_rematch");
      render(result);
      if (opened) requestAnimationFrame(() => bringIntoSight(element));
    },
  };
}
