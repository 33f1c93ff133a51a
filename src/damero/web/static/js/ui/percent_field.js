/** A slider for a share. */

import { percent } from "../i18n/numbers.js";
import { el } from "./element.js";
import { textField } from "./fields.js";

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
