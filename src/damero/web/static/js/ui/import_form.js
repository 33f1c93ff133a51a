/** Imports a game: a PDN file or a record, pasted, chosen or dropped. */

import { t } from "../i18n/messages.js";
import { commandId, me, post } from "../net/api.js";
import { navigate } from "../router.js";
import { el } from "./element.js";
import { errorText } from "./error_text.js";

export function importForm() {
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", {
    rows: 4,
    required: true,
    spellcheck: "false",
    "aria-label": t("import.text"),
    placeholder: t("import.text"),
  }));
  const bring = async (/** @type {string} */ text) => {
    problem.hidden = true;
    await me();
    await post("/api/records", { text, command_id: commandId() }).then(
      ({ match_id }) => navigate(`/replay/${match_id}`),
      (error) => {
        problem.textContent = errorText(error);
        problem.hidden = false;
      },
    );
  };
  const bringFile = async (/** @type {File | undefined} */ file) => file && bring(await file.text());
  const input = el("input", {
    type: "file",
    accept: ".pdn,.json,.txt",
    "aria-label": t("import.file"),
    onchange: (/** @type {Event} */ event) => bringFile(/** @type {HTMLInputElement} */ (event.target).files?.[0]),
  });
  const dropped = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    bringFile(event.dataTransfer?.files[0]);
  };
  const submitted = (/** @type {Event} */ event) => {
    event.preventDefault();
    bring(area.value);
  };
  return el(
    "details",
    { class: "import", ondragover: (/** @type {Event} */ event) => event.preventDefault(), ondrop: dropped },
    el("summary", {}, t("import.title")),
    el("p", { class: "muted" }, t("import.line")),
    el(
      "form",
      { class: "import-form", onsubmit: submitted },
      area,
      el("div", { class: "row" }, el("button", { class: "primary" }, t("import.go")), input),
    ),
    problem,
  );
}
