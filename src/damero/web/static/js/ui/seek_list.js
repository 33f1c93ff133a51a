/** The games that wait for an opponent, as a list that follows the lobby. */

import { t } from "../i18n/messages.js";
import { commandId, me, post } from "../net/api.js";
import { onLobbyChange } from "../net/lobby_feed.js";
import { announce } from "../net/nonces.js";
import { navigate } from "../router.js";
import { button, el, link, renderOnChange } from "./element.js";
import { errorText } from "./error_text.js";
import { gameTitle } from "./match_list.js";
import { controlName, playerName, seatName } from "./names.js";

/** @typedef {import("../wire.js").Seek} Seek */
/** @typedef {import("../wire.js").Game} Game */

/** Opens a match, or shows why that failed. @param {Promise<string>} id @param {HTMLElement} problem */
export async function openMatch(id, problem) {
  try {
    navigate(`/match/${await id}`);
  } catch (error) {
    problem.textContent = errorText(error);
    problem.hidden = false;
  }
}

/** @param {string} id @returns {Promise<string>} */
async function join(id) {
  await me();
  await post(`/api/matches/${id}/join`, { command_id: commandId(), code: null, nonce_hash: announce(id) });
  return id;
}

/** @param {Seek} open @param {Game[]} catalogue @param {string} playerId @param {HTMLElement} problem */
function seekItem(open, catalogue, playerId, problem) {
  const seat = open.seat ? seatName(open.seat) : t("play.seat.any");
  return el(
    "li",
    { class: "match-item card" },
    el(
      "div",
      {},
      el("strong", {}, gameTitle(catalogue, open.game)),
      el("span", {}, t("lobby.by", { player: playerName(open.creator) })),
      el("span", { class: "muted small" }, t("lobby.terms", { clock: controlName(open.clock), seat })),
    ),
    open.creator.id === playerId
      ? link(`/match/${open.id}`, t("lobby.own"), { class: "button" })
      : button(t("lobby.join"), () => openMatch(join(open.id), problem), { class: "primary" }),
  );
}

/**
 * @param {Game[]} catalogue
 * @param {{ most: number, problem: HTMLElement, empty: string, changed?: (count: number, live: number) => void }} options
 * @returns {{ element: HTMLElement, stop: () => void }}
 */
export function seekList(catalogue, { most, problem, empty, changed = () => {} }) {
  const element = el("ul", { class: "match-list", "aria-live": "polite" });
  let playerId = "";
  const render = renderOnChange(
    element,
    (/** @type {Seek[]} */ seeks) =>
      seeks.length > 0
        ? seeks.slice(0, most).map((open) => seekItem(open, catalogue, playerId, problem))
        : empty && el("li", { class: "empty" }, empty),
  );
  let stopped = false;
  let stop = () => {
    stopped = true;
  };
  me().then(({ player }) => {
    playerId = player.id;
  }, () => {}).then(() => {
    if (stopped) return;
    stop = onLobbyChange(({ seeks, live }) => {
      render(seeks);
      changed(seeks.length, live);
    });
  });
  return { element, stop: () => stop() };
}
