/** Comment and glyphs of the shown move; promotes or deletes its line. */

import { t } from "../i18n/messages.js";
import { lastParting, nodeAt } from "../state/game_tree.js";
import { button, el } from "./element.js";
import { GLYPHS } from "./tree_view.js";

/** @param {import("./analysis_session.js").AnalysisSession} session */
export function annotationPanel(session) {
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", {
    rows: 2,
    maxlength: 2000,
    "aria-label": t("analysis.comment"),
    placeholder: t("analysis.comment"),
    onchange: () => session.dispatch({ type: "annotate", annotations: { comment: area.value.trim() } }),
  }));
  const node = () => nodeAt(session.state.tree, session.state.path);
  const toggle = (/** @type {number} */ glyph) => {
    const { glyphs = [] } = node() ?? {};
    const kept = glyphs.filter((one) => one !== glyph && !GLYPHS.has(one));
    const next = glyphs.includes(glyph) ? kept : [glyph, ...kept];
    session.dispatch({ type: "annotate", annotations: { glyphs: next } });
  };
  const glyphButtons = [...GLYPHS].map(([glyph, text]) =>
    button(text, () => toggle(glyph), {
      class: "glyph",
      "data-glyph": glyph,
      "aria-pressed": "false",
      "aria-label": t(`analysis.glyph.${glyph}`),
      title: t(`analysis.glyph.${glyph}`),
    })
  );
  const promote = button(t("analysis.promote"), () => session.dispatch({ type: "promote" }));
  const remove = button(t("analysis.delete"), () => session.dispatch({ type: "delete" }), { class: "danger" });
  session.onChange(() => {
    const { tree, path } = session.state;
    const shown = node();
    if (document.activeElement !== area || area.dataset.path !== path.join(" ")) area.value = shown?.comment ?? "";
    area.dataset.path = path.join(" ");
    for (const one of glyphButtons) {
      one.disabled = path.length === 0;
      one.setAttribute("aria-pressed", String(shown?.glyphs.includes(Number(one.dataset.glyph)) ?? false));
    }
    remove.disabled = path.length === 0 || !session.positions.free;
    promote.disabled = lastParting(tree, path) === 0;
  });
  return el(
    "details",
    { class: "analysis-panel annotations", open: true },
    el("summary", {}, t("analysis.annotate")),
    el("div", { class: "glyphs", role: "group", "aria-label": t("analysis.glyphs") }, glyphButtons),
    area,
    el("div", { class: "row" }, promote, remove),
  );
}
