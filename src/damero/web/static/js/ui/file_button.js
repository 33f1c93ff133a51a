/** A button to choose a game from a file. */

import { el } from "./element.js";

/** A button that opens a file. The same file can be chosen again. @param {string} text @param {(file: File) => void} chosen */
export function fileButton(text, chosen) {
  const input = /** @type {HTMLInputElement} */ (el("input", {
    type: "file",
    class: "visually-hidden",
    accept: ".pdn,.json,.txt",
    onchange: () => {
      const [file] = input.files ?? [];
      if (file) chosen(file);
      input.value = "";
    },
  }));
  return el("label", { class: "button file-button" }, text, input);
}
