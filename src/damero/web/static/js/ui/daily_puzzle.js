/** The puzzle of the day as a small card. */

import { Board } from "../board/board.js";
import { joined, t } from "../i18n/messages.js";
import { get } from "../net/api.js";
import { settings } from "../state/settings_store.js";
import { isFlippedFor, NO_HINTS } from "../state/plain_board.js";
import { el, link } from "./element.js";
import { seatName } from "./names.js";

/** Hidden until there is one. @param {import("../wire.js").Game[]} catalogue */
export function dailyPuzzle(catalogue) {
  const card = el("section", { class: "daily-puzzle card", hidden: true });
  get("/api/puzzles/daily").then(async (/** @type {import("../wire.js").DailyPuzzle} */ { puzzle }) => {
    const game = catalogue.find(({ id }) => id === puzzle.game);
    if (!game) return;
    const side = seatName(puzzle.position.colour ?? puzzle.seat);
    const board = new Board(game, settings(), null, t("puzzles.daily"));
    await board.ready();
    board.show({
      pieces: puzzle.position.view.pieces,
      hints: NO_HINTS,
      flipped: isFlippedFor(game, puzzle.seat),
    });
    card.append(
      el("div", { class: "daily-board" }, board.element),
      el(
        "div",
        {},
        el("h2", {}, t("puzzles.daily")),
        el("p", {}, joined("text.sentences", [game.title, t(`puzzles.to.${puzzle.goal}`, { side })])),
        el(
          "p",
          { class: "row" },
          link("/puzzles/daily", t("puzzles.daily.open"), { class: "button primary" }),
          link(`/puzzles/${game.id}`, t("puzzles.title"), { class: "button" }),
        ),
      ),
    );
    card.hidden = false;
  }, () => {});
  return card;
}
