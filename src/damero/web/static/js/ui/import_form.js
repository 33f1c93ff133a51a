/** Imports a game: a PDN file or a record, pasted, chosen or dropped. */

import { t } from "../i18n/messages.js";
import { commandId, me, post } from "../net/api.js";
import { navigate } from "../router.js";
import { el, link } from "./element.js";
import { errorText } from "./error_text.js";
import { fileButton } from "./file_button.js";

/** @typedef {import("../wire.js").KeyedText} KeyedText */

/** What should be known of how the game was read, before it is opened. @param {string} id @param {KeyedText[]} notes */
const noteList = (id, notes) => [
  el("p", {}, t("import.notes")),
  el("ul", {}, notes.map(({ key, values }) => el("li", {}, t(key, values)))),
  el("p", {}, link(`/replay/${id}`, t("import.open"), { class: "button primary" })),
];

export function importForm() {
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const notes = el("div", { role: "status", class: "import-notes" });
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", {
    rows: 4,
    required: true,
    spellcheck: "false",
    "aria-label": t("import.text"),
    placeholder: t("import.text"),
  }));
  const bring = async (/** @type {string} */ text) => {
    problem.hidden = true;
    notes.replaceChildren();
    await me();
    await post("/api/records", { text, command_id: commandId() }).then(
      (/** @type {import("../wire.js").Imported} */ { match_id, notes: found }) =>
        found.length > 0 ? notes.replaceChildren(...noteList(match_id, found)) : navigate(`/replay/${match_id}`),
      (error) => {
        problem.textContent = errorText(error);
        problem.hidden = false;
      },
    );
  };
  const bringFile = async (/** @type {File} */ file) => bring(await file.text());
  const submitted = (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.hidden = true;
    if (area.value.trim()) bring(area.value);
  };
  const panel = /** @type {HTMLDetailsElement} */ (el(
    "details",
    { class: "import" },
    el("summary", {}, t("import.title")),
    el("p", { class: "muted" }, t("import.line")),
    el(
      "form",
      { class: "import-form", onsubmit: submitted },
      area,
      el(
        "div",
        { class: "row" },
        el("button", { class: "primary" }, t("import.go")),
        fileButton(t("import.file"), bringFile),
      ),
    ),
    problem,
    notes,
  ));
  return {
    element: panel,
    /** A game from elsewhere, on whatever part of the page it was dropped. @param {File} file */
    dropped: (file) => {
      panel.open = true;
      return bringFile(file);
    },
  };
}
