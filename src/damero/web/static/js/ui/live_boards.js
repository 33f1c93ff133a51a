/** Small boards of games that are being played now, which follow the moves. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { get } from "../net/api.js";
import { settings } from "../state/settings_store.js";
import { NO_HINTS } from "../state/plain_board.js";
import { el, link } from "./element.js";
import { playerName } from "./names.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Summary} Summary */

/** Boards shown at once. */
const MOST = 3;
/** Milliseconds between two looks at the games. */
const REFRESH = 4000;

class LiveBoard {
  #version = -1;

  /** @param {Game} game @param {Summary} match */
  constructor(game, match) {
    this.id = match.id;
    const [first, second] = match.seats.map(({ player }) => playerName(player));
    this.board = new Board(game, settings(), null, t("board.label", { game: game.title }));
    this.board.show({ pieces: [], hints: NO_HINTS });
    this.element = el(
      "li",
      { class: "live-board card" },
      link(`/match/${match.id}`, [
        this.board.element,
        el("strong", {}, game.title),
        el("span", { class: "small muted" }, t("games.players", { first, second })),
      ]),
    );
  }

  async refresh() {
    /** @type {import("../wire.js").Snapshot} */
    const { state, record, version } = await get(`/api/matches/${this.id}?plies=1`);
    if (version === this.#version || !state.view) return;
    await this.board.ready();
    const path = this.#version < 0 ? [] : record.at(-1)?.squares ?? [];
    this.board.show({ pieces: state.view.pieces, hints: NO_HINTS, path });
    this.#version = version;
  }
}

/** @param {Game[]} catalogue @returns {{ element: HTMLElement, stop: () => void }} */
export function liveBoards(catalogue) {
  const list = el("ul", { class: "live-boards" });
  const element = el("section", { class: "live-games", hidden: true }, el("h2", {}, t("home.live")), list);
  /** @type {LiveBoard[]} */
  let boards = [];
  const refresh = async () => {
    if (document.hidden) return;
    /** @type {import("../wire.js").Summaries} */
    const { matches } = await get(`/api/live?limit=${MOST}`);
    const shown = matches.filter(({ game }) => catalogue.some(({ id }) => id === game));
    if (shown.map(({ id }) => id).join() !== boards.map(({ id }) => id).join()) {
      boards = shown.map((match) =>
        boards.find(({ id }) => id === match.id) ??
          new LiveBoard(/** @type {Game} */ (catalogue.find(({ id }) => id === match.game)), match)
      );
      list.replaceChildren(...boards.map((board) => board.element));
      element.hidden = boards.length === 0;
    }
    await Promise.all(boards.map((board) => board.refresh()));
  };
  const attempt = () => refresh().catch(() => {});
  const timer = setInterval(attempt, REFRESH);
  attempt();
  return { element, stop: () => clearInterval(timer) };
}
