/** The games that wait for an opponent, updated live. */

import { t } from "../i18n/messages.js";
import { commandId, games, me, post } from "../net/api.js";
import { ReconnectingSocket } from "../net/socket.js";
import { navigate } from "../router.js";
import { formatControl, PRESETS } from "../state/clock.js";
import { selectField } from "../ui/fields.js";
import { button, el, link, renderOnChange } from "../ui/element.js";
import { controlName, playerName, seatName } from "../ui/names.js";
import { gameTitle } from "../ui/match_list.js";
import { errorText } from "../ui/error_text.js";
import { announce } from "../net/nonces.js";
import { seek } from "./play.js";

/** @typedef {import("../wire.js").Seek} Seek */

/** Opens a match, or shows why that failed. @param {Promise<string>} id @param {HTMLElement} problem */
async function openMatch(id, problem) {
  try {
    navigate(`/match/${await id}`);
  } catch (error) {
    problem.textContent = errorText(error);
    problem.hidden = false;
  }
}

/** @param {string} id @returns {Promise<string>} */
const join = (id) =>
  post(`/api/matches/${id}/join`, { command_id: commandId(), code: null, nonce_hash: announce(id) }).then(() => id);

/** @type {import("../router.js").MakePage} */
export async function page() {
  const [{ player }, catalogue] = await Promise.all([me(), games()]);
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const list = el("ul", { class: "match-list", "aria-live": "polite" });
  const live = el("p", { class: "muted" });
  let clock = formatControl(null);
  const openGame = (/** @type {string} */ game) => {
    const control = PRESETS.find((preset) => formatControl(preset) === clock) ?? null;
    return openMatch(seek(game, control).then((snapshot) => snapshot.match.id), problem);
  };

  const seekItem = (/** @type {Seek} */ open) => {
    const own = open.creator.id === player.id;
    const seat = open.seat ? seatName(open.seat) : t("play.seat.any");
    return el(
      "li",
      { class: "match-item card" },
      el(
        "div",
        {},
        el("strong", {}, gameTitle(catalogue, open.game)),
        el("span", {}, t("lobby.by", { player: playerName(open.creator) })),
        el("span", { class: "muted small" }, `${controlName(open.clock)} · ${t("play.seat")}: ${seat}`),
      ),
      own
        ? link(`/match/${open.id}`, t("lobby.own"), { class: "button" })
        : button(t("lobby.join"), () => openMatch(join(open.id), problem), { class: "primary" }),
    );
  };
  const renderSeeks = renderOnChange(
    list,
    (/** @type {Seek[]} */ seeks) =>
      seeks.length > 0 ? seeks.map(seekItem) : el("li", { class: "empty" }, t("lobby.empty")),
  );

  const socket = new ReconnectingSocket("/ws/lobby", {
    message: (frame) => {
      if (frame.type !== "lobby") return;
      renderSeeks(frame.seeks);
      live.replaceChildren(link("/watch", t("lobby.live", { count: frame.live })));
    },
    status: () => {},
  });
  return {
    title: t("lobby.title"),
    node: el(
      "div",
      { class: "lobby" },
      el("header", { class: "page-head" }, el("h1", {}, t("lobby.title")), el("p", {}, t("lobby.line"))),
      problem,
      list,
      el(
        "section",
        { class: "open-game" },
        el("h2", {}, t("lobby.open")),
        el("p", { class: "muted" }, t("play.anyone.line")),
        selectField(
          t("play.clock"),
          PRESETS.map((preset) => ({ value: formatControl(preset), text: controlName(preset) })),
          clock,
          (value) => {
            clock = value;
          },
        ),
        el("p", { class: "game-buttons" }, catalogue.map((game) => button(game.title, () => openGame(game.id)))),
      ),
      live,
    ),
    destroy: () => socket.close(),
  };
}
