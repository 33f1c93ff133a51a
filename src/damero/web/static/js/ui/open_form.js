/** Opens something else on the analysis board: another game, or a text that is pasted or in a file. */

import { t } from "../i18n/messages.js";
import { post } from "../net/api.js";
import { unpackTree } from "../net/tree_link.js";
import { el } from "./element.js";
import { errorText } from "./error_text.js";
import { fileButton } from "./file_button.js";

/** @typedef {import("../wire.js").OpenedTree} OpenedTree */

/** The part of a link that holds a tree. */
const LINKED = /#(?:.*&)?tree=([\w-]+)/;

/** @param {string} text what was pasted, or the tree of a link @returns {Promise<string>} */
export async function withoutLink(text) {
  const packed = LINKED.exec(text.trim());
  return packed ? await unpackTree(packed[1]) : text;
}

/** @param {string} game @param {string} text @returns {Promise<OpenedTree>} */
export const openText = async (game, text) =>
  await post("/api/analysis/trees", { game, text: await withoutLink(text) });

/** @param {string} game @param {(opened: OpenedTree) => void} opened */
export function openForm(game, opened) {
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", {
    rows: 4,
    spellcheck: "false",
    "aria-label": t("analysis.open.text"),
    placeholder: t("analysis.open.text"),
  }));
  const open = async (/** @type {string} */ text) => {
    problem.hidden = true;
    try {
      opened(await openText(game, text));
    } catch (error) {
      problem.textContent = errorText(error);
      problem.hidden = false;
    }
  };
  const file = fileButton(t("analysis.open.file"), async (chosen) => open(await chosen.text()));
  const submitted = (/** @type {Event} */ event) => {
    event.preventDefault();
    open(area.value);
  };
  return el(
    "details",
    { class: "analysis-panel open-form" },
    el("summary", {}, t("analysis.open")),
    el(
      "form",
      { class: "import-form", onsubmit: submitted },
      area,
      el("div", { class: "row" }, el("button", { class: "primary" }, t("analysis.open.go")), file),
    ),
    problem,
  );
}
