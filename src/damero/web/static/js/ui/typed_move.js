/**
 * A field for moves that are typed, as players of the game write them. What is more than the squares of a legal move is
 * read by the server, which explains refusals.
 */

import { t } from "../i18n/messages.js";
import { writtenMove } from "../state/notation.js";
import { el } from "./element.js";
import { textField } from "./fields.js";

/** @typedef {import("../wire.js").Route} Route */

/** @param {import("../wire.js").Game} game @param {(text: string) => void} play */
export function typedMove(game, play) {
  /** @type {Route[]} */
  let playable = [];
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
    if (text) play(writtenMove(game, text, playable)?.text ?? text);
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
    /** @param {{ player: boolean, turn: boolean, moves?: Route[] }} shown the legal moves where they are known */
    show: ({ player, turn, moves = [] }) => {
      playable = moves;
      element.hidden = !player;
      input.disabled = !turn;
    },
  };
}
