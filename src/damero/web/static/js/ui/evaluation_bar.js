/** A bar beside the board that shows who is ahead. */

import { t } from "../i18n/messages.js";
import { scoreText } from "../i18n/numbers.js";
import { ownSeat, scoreFor, share } from "../state/evaluation.js";
import { el } from "./element.js";
import { seatName } from "./names.js";

/** @param {import("../wire.js").Game} game */
export function evaluationBar(game) {
  const seat = ownSeat(game);
  const fill = el("span", { class: "evaluation-fill" });
  const element = el("div", { class: "evaluation-bar", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100 }, fill);
  element.setAttribute("aria-label", t("analysis.evaluation"));
  const show = (
    /** @type {import("../wire.js").AnalysisLine | null} */ line,
    /** @type {string | null} */ mover,
  ) => {
    const known = line?.known;
    const score = known
      ? (known.winner === null ? 0 : known.winner === seat ? 1000 : -1000)
      : line
      ? scoreFor(line, mover, seat)
      : 0;
    const part = Math.round(100 * share(score));
    element.dataset.empty = String(line === null);
    element.setAttribute("aria-valuenow", String(part));
    const text = line ? t("analysis.evaluation.value", { seat: seatName(seat), score: scoreText(score) }) : "–";
    element.setAttribute("aria-valuetext", text);
    element.title = text;
    fill.style.setProperty("--part", `${part}%`);
  };
  show(null, null);
  return {
    element,
    show,
    /** @param {boolean} flipped */
    turn: (flipped) => {
      element.dataset.flipped = String(flipped);
    },
  };
}
