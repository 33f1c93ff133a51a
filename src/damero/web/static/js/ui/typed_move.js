/** A field for moves that are typed, as players of the game write them. The server reads them and explains refusals. */

import { t } from "../i18n/messages.js";
import { el } from "./element.js";
import { textField } from "./fields.js";

/** @param {(text: string) => void} play */
export function typedMove(play) {
  const { field, input } = textField(t("match.typed"), {
    class: "typed-move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 80,
  });
  const submitted = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) play(text);
    input.value = "";
  };
  const element = el(
    "form",
    { class: "typed row", hidden: true, onsubmit: submitted },
    field,
    el("button", {}, t("match.typed.go")),
  );
  return {
    element,
    /** @param {{ player: boolean, turn: boolean }} shown */
    show: ({ player, turn }) => {
      element.hidden = !player;
      input.disabled = !turn;
    },
  };
}
