/** Games that wait for an opponent, kept up to date by the server. */

import { say } from "../i18n/messages.js";
import { commandId, games, me, post } from "../net/api.js";
import { Line } from "../net/socket.js";
import { go } from "../router.js";
import { button, el, link, part } from "../ui/element.js";
import { controlName, playerName, seatName } from "../ui/names.js";
import { titleOf } from "../ui/rows.js";
import { sentence } from "../ui/sentence.js";

/** @typedef {import("../wire.js").Seek} Seek */

/** @param {string} id @param {HTMLElement} problem */
async function join(id, problem) {
  try {
    await post(`/api/matches/${id}/join`, { command_id: commandId(), code: null });
    go(`/match/${id}`);
  } catch (refused) {
    problem.textContent = sentence(refused);
    problem.hidden = false;
  }
}

/** @type {import("../router.js").MakePage} */
export async function page() {
  const [{ player }, catalogue] = await Promise.all([me(), games()]);
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const list = el("ul", { class: "rows", "aria-live": "polite" });
  const live = el("p", { class: "soft" });

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
        : button(say("lobby.join"), () => join(seek.id, problem), { class: "primary" }),
    );
  };
  const draw = part(list, (/** @type {Seek[]} */ seeks) =>
    seeks.length > 0 ? seeks.map(row) : el("li", { class: "empty" }, say("lobby.empty")));

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
        el("p", { class: "choice-links" }, catalogue.map((game) => link(`/play/${game.id}?anyone`, game.title, { class: "button" }))),
      ),
      live,
    ),
    leave: () => line.close(),
  };
}
