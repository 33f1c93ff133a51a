/** Form fields. */

import { percent } from "../i18n/numbers.js";
import { el } from "./element.js";

let fields = 0;

/**
 * A choice of one option, with all options visible.
 * @param {string} legend @param {{ value: string, text: string | (Node | string)[] }[]} options @param {string} chosen
 * @param {(value: string) => void} changed @param {Record<string, unknown>} [properties]
 */
export function radioGroup(legend, options, chosen, changed, properties = {}) {
  fields += 1;
  const name = `radio-${fields}`;
  return el(
    "fieldset",
    properties,
    el("legend", {}, legend),
    el(
      "div",
      { class: "radio-buttons" },
      options.map(({ value, text }) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) }),
          ...[text].flat(),
        )
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {{ value: string, text: string }[]} options
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function selectField(label, options, chosen, changed) {
  fields += 1;
  const id = `field-${fields}`;
  const select = el(
    "select",
    { id, onchange: (/** @type {Event} */ event) => changed(/** @type {HTMLSelectElement} */ (event.target).value) },
    options.map(({ value, text }) => el("option", { value, selected: value === chosen }, text)),
  );
  return el("div", { class: "field" }, el("label", { for: id }, label), select);
}

/** @param {string} text @param {boolean} checked @param {(checked: boolean) => void} changed */
export const checkbox = (text, checked, changed) =>
  el(
    "label",
    { class: "checkbox" },
    el("input", {
      type: "checkbox",
      checked,
      onchange: (/** @type {Event} */ event) => changed(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
    text,
  );

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

/** @param {string} label @param {Record<string, unknown>} properties */
export function textField(label, properties) {
  fields += 1;
  const id = `field-${fields}`;
  const input = /** @type {HTMLInputElement} */ (el("input", { id, ...properties }));
  return { field: el("div", { class: "field" }, el("label", { for: id }, label), input), input };
}

/**
 * A slider with its value in percent.
 * @param {string} label @param {readonly [number, number]} range @param {number} value
 * @param {(value: number) => void} changed
 */
export function percentField(label, [min, max], value, changed) {
  const output = el("output", {}, percent(value));
  const { field, input } = textField(label, { type: "range", min, max, step: 5, value });
  input.addEventListener("input", () => {
    output.textContent = percent(Number(input.value));
  });
  input.addEventListener("change", () => changed(Number(input.value)));
  field.classList.add("percent");
  field.append(output);
  return field;
}
