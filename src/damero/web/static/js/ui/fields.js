/** Form fields. */

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

/** @param {string} label @param {Record<string, unknown>} properties */
export function textField(label, properties) {
  fields += 1;
  const id = `field-${fields}`;
  const input = /** @type {HTMLInputElement} */ (el("input", { id, ...properties }));
  return { field: el("div", { class: "field" }, el("label", { for: id }, label), input), input };
}
