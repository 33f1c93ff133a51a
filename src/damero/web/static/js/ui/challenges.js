/** Challenges to this player, with their answers, on every page. */

import { t } from "../i18n/messages.js";
import { commandId, games, post } from "../net/api.js";
import { onLobbyChange } from "../net/lobby_feed.js";
import { announce as announceNonce } from "../net/nonces.js";
import { navigate } from "../router.js";
import { announce } from "./announce.js";
import { button, el, link, renderOnChange } from "./element.js";
import { errorText } from "./error_text.js";
import { gameTitle } from "./match_list.js";
import { controlName, playerName } from "./names.js";

/** @typedef {import("../wire.js").Challenge} Challenge */

/** Milliseconds in which a new challenge cannot be answered, so that nobody answers it by accident. */
const ANSWER_DELAY = 450;

const badge = el("span", { class: "badge", hidden: true });
const problem = el("p", { class: "note warn", role: "alert", hidden: true });

/** The number of challenges, for the menu. */
export const challengeBadge = () => badge;

/** @param {Challenge} challenge @param {import("../wire.js").Game[]} catalogue */
const challengeText = (challenge, catalogue) =>
  t("challenge.text", {
    player: playerName(challenge.challenger),
    game: gameTitle(catalogue, challenge.game),
    clock: controlName(challenge.clock),
  });

/** @param {Promise<unknown>} request @param {() => void} [done] */
function answer(request, done = () => {}) {
  problem.hidden = true;
  request.then(done, (error) => {
    problem.textContent = errorText(error);
    problem.hidden = false;
  });
}

/** @param {Challenge} challenge */
const accept = ({ id }) =>
  answer(
    post(`/api/matches/${id}/join`, { command_id: commandId(), code: null, nonce_hash: announceNonce(id) }),
    () => navigate(`/match/${id}`),
  );

/** @param {Challenge} challenge */
const decline = ({ id }) => answer(post(`/api/matches/${id}/decline`, { command_id: commandId() }));

/** @param {Challenge} challenge @param {import("../wire.js").Game[]} catalogue */
const challengeItem = (challenge, catalogue) =>
  el(
    "li",
    { class: "challenge" },
    link(`/player/${challenge.challenger.id}`, challengeText(challenge, catalogue)),
    el(
      "span",
      { class: "row" },
      button(t("challenge.accept"), () => accept(challenge), { class: "primary" }),
      button(t("challenge.decline"), () => decline(challenge)),
    ),
  );

/** @param {number} count */
function showCount(count) {
  badge.hidden = count === 0;
  badge.replaceChildren(
    el("span", { "aria-hidden": "true" }, String(count)),
    el("span", { class: "visually-hidden" }, ` ${t("nav.challenges", { count })}`),
  );
}

/** @param {HTMLElement} panel */
function delayAnswers(panel) {
  panel.setAttribute("inert", "");
  setTimeout(() => panel.removeAttribute("inert"), ANSWER_DELAY);
}

/** The list of challenges, which is announced politely when it grows. */
export function challengePanel() {
  const list = el("ul", { class: "challenge-list" });
  const panel = el("section", { class: "challenges", "aria-label": t("challenge.title"), hidden: true }, list, problem);
  /** @type {Set<string>} */
  let known = new Set();
  const render = renderOnChange(
    list,
    (/** @type {[Challenge[], import("../wire.js").Game[]]} */ [received, catalogue]) =>
      received.map((challenge) => challengeItem(challenge, catalogue)),
  );
  onLobbyChange(async ({ received }) => {
    showCount(received.length);
    panel.hidden = received.length === 0;
    if (received.length === 0) {
      known = new Set();
      return render([[], []]);
    }
    const catalogue = await games();
    render([received, catalogue.map(({ id, title }) => /** @type {any} */ ({ id, title }))]);
    const added = received.filter(({ id }) => !known.has(id));
    if (added.length > 0) delayAnswers(panel);
    for (const one of added) announce(challengeText(one, catalogue));
    known = new Set(received.map(({ id }) => id));
  });
  return panel;
}
