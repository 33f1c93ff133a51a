/** One button that starts a game at once: the last game and opponent, or the game of the language against the computer. */

import { t } from "../i18n/messages.js";
import { startMatch, storedOptions } from "../pages/play.js";
import { button, el, link } from "./element.js";
import { errorText } from "./error_text.js";
import { familiarGame } from "./familiar_game.js";

/** @typedef {import("../wire.js").Game} Game */

/** @param {import("../pages/play.js").Options} options */
function opponentText({ opponent, level, player }) {
  if (opponent === "engine") return t("player.engine", { level });
  return opponent === "player" && player ? player : t(`play.${opponent}`);
}

/** @param {Game[]} catalogue */
export function quickPlay(catalogue) {
  const game = familiarGame(catalogue);
  const options = storedOptions(game);
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const start = () =>
    startMatch(game, options, null).catch((error) => {
      problem.textContent = errorText(error);
      problem.hidden = false;
    });
  const opponent = opponentText(options);
  return el(
    "section",
    { class: "quick-play card" },
    button(t("home.play", { game: game.title }), start, { class: "primary wide" }),
    el(
      "p",
      { class: "muted" },
      opponent,
      " · ",
      link(`/play/${game.id}`, t("home.options")),
      " · ",
      link("/learn", t("learn.start")),
      " · ",
      link("/analysis", t("analysis.title")),
    ),
    problem,
  );
}
