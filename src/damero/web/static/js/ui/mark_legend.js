/** What the small marks on the pieces mean. */

import { drawMark } from "../board/pieces.js";
import { svg } from "../board/svg.js";
import { t } from "../i18n/messages.js";
import { marksOn } from "../state/marks.js";
import { el, renderOnChange } from "./element.js";

/** @param {string} mark */
const markIcon = (mark) =>
  svg("svg", { viewBox: "-17 -17 34 34", class: "mark-icon", "aria-hidden": "true" }, drawMark(mark));

export function markLegend() {
  const element = el("ul", { class: "mark-legend", "aria-label": t("mark.legend") });
  const render = renderOnChange(
    element,
    (/** @type {string[]} */ marks) => marks.map((mark) => el("li", {}, markIcon(mark), t(`mark.${mark}`))),
  );
  return {
    element,
    show: (/** @type {import("../board/pieces.js").BoardPiece[]} */ pieces) => {
      const marks = marksOn(pieces);
      element.hidden = marks.length === 0;
      render(marks);
    },
  };
}
