/** Games that wait for an opponent, kept up to date by the server. */

import { say } from "../i18n/messages.js";
import { commandId, games, me, post } from "../net/api.js";
import { Line } from "../net/socket.js";
import { go } from "../router.js";
import { PRESETS, shownControl } from "../state/clock.js";
import { picker } from "../ui/fields.js";
import { button, el, link, part } from "../ui/element.js";
import { controlName, playerName, seatName } from "../ui/names.js";
import { titleOf } from "../ui/match_list.js";
import { sentence } from "../ui/error_text.js";
import { paired } from "./play.js";

/** @typedef {import("../wire.js").Seek} Seek */

/** Goes to a match once it is agreed, or says why not. @param {Promise<string>} agreed @param {HTMLElement} problem */
async function enter(agreed, problem) {
  try {
    go(`/match/${await agreed}`);
  } catch (refused) {
    problem.textContent = sentence(refused);
    problem.hidden = false;
  }
}

/** @param {string} id @returns {Promise<string>} */
const join = (id) => post(`/api/matches/${id}/join`, { command_id: commandId(), code: null }).then(() => id);

/** @type {import("../router.js").MakePage} */
export async function page() {
  const [{ player }, catalogue] = await Promise.all([me(), games()]);
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const list = el("ul", { class: "rows", "aria-live": "polite" });
  const live = el("p", { class: "soft" });
  let clock = shownControl(null);
  const pair = (/** @type {string} */ game) => {
    const control = PRESETS.find((preset) => shownControl(preset) === clock) ?? null;
    return enter(paired(game, control).then((snapshot) => snapshot.match.id), problem);
  };

  const row = (/** @type {Seek} */ seek) => {
    const own = seek.creator.id === player.id;
    const seat = seek.seat ? seatName(seek.seat) : say("play.seat.any");
    return el(
      "li",
      { class: "match-row card" },
      el(
        "div",
        {},
        el("strong", {}, titleOf(catalogue, seek.game)),
        el("span", {}, say("lobby.by", { player: playerName(seek.creator) })),
        el("span", { class: "soft small" }, `${controlName(seek.clock)} · ${say("play.seat")}: ${seat}`),
      ),
      own
        ? link(`/match/${seek.id}`, say("lobby.own"), { class: "button" })
        : button(say("lobby.join"), () => enter(join(seek.id), problem), { class: "primary" }),
    );
  };
  const draw = part(
    list,
    (/** @type {Seek[]} */ seeks) =>
      seeks.length > 0 ? seeks.map(row) : el("li", { class: "empty" }, say("lobby.empty")),
  );

  const line = new Line("/ws/lobby", {
    message: (message) => {
      if (message.type !== "lobby") return;
      draw(message.seeks);
      live.replaceChildren(link("/watch", say("lobby.live", { count: message.live })));
    },
    status: () => {},
  });
  return {
    title: say("lobby.title"),
    node: el(
      "div",
      { class: "lobby" },
      el("header", { class: "page-head" }, el("h1", {}, say("lobby.title")), el("p", {}, say("lobby.line"))),
      problem,
      list,
      el(
        "section",
        { class: "open-game" },
        el("h2", {}, say("lobby.open")),
        el("p", { class: "soft" }, say("play.anyone.line")),
        picker(
          say("play.clock"),
          PRESETS.map((preset) => ({ value: shownControl(preset), text: controlName(preset) })),
          clock,
          (value) => {
            clock = value;
          },
        ),
        el("p", { class: "choice-links" }, catalogue.map((game) => button(game.title, () => pair(game.id)))),
      ),
      live,
    ),
    leave: () => line.close(),
  };
}
