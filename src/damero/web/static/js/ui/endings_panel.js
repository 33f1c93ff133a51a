/** What the endgame tables say about every move, when few pieces are left. */

import { t } from "../i18n/messages.js";
import { post } from "../net/api.js";
import { moveText, spelled } from "../state/notation.js";
import { button, el } from "./element.js";
import { errorText } from "./error_text.js";

/** The most pieces that the largest tables know. */
const MOST_PIECES = 6;

/** @param {import("./analysis_session.js").AnalysisSession} session */
export function endingsPanel(session) {
  const list = el("ol", { class: "endings", tabindex: "0", "aria-label": t("analysis.endings") });
  const element = el(
    "section",
    { class: "analysis-panel endings-panel", "aria-label": t("analysis.endings"), hidden: true },
    el("h2", {}, t("analysis.endings")),
    list,
  );
  let asked = 0;
  const row = (/** @type {import("../wire.js").EndingMove} */ known) => {
    const route = session.position?.moves.find(({ text }) => text === known.move);
    const text = route ? moveText(session.game, route) : spelled(session.game, known.move);
    const distance = known.result === "draw" ? "" : t("analysis.endings.plies", { count: known.plies });
    return el(
      "li",
      { "data-result": known.result },
      button(text, () => session.play(known.move), { class: "ply" }),
      el("span", { class: "ending-result" }, t(`analysis.result.${known.result}`)),
      el("span", { class: "muted small" }, distance),
    );
  };
  const load = async () => {
    asked += 1;
    const question = asked;
    const { position, positions, state } = session;
    const few = positions.free && position !== null && position.view.pieces.length <= MOST_PIECES;
    element.hidden = true;
    if (!few || position.outcome) return;
    try {
      /** @type {import("../wire.js").KnownEndings} */
      const { moves } = await post("/api/analysis/endings", positions.line(state.path));
      if (question !== asked) return;
      list.replaceChildren(...moves.map(row));
      element.hidden = moves.length === 0;
    } catch (error) {
      if (question !== asked) return;
      list.replaceChildren(el("li", { class: "muted" }, errorText(error, session.game)));
      element.hidden = false;
    }
  };
  session.onChange(({ moved }) => moved && load());
  return element;
}
