/** The choice of a clock: one of the usual ones, or any base time, increment and days. */

import { t } from "../i18n/messages.js";
import { formatControl, PRESETS } from "../state/clock.js";
import { el } from "./element.js";
import { selectField, textField } from "./fields.js";
import { controlName } from "./names.js";

/** @typedef {import("../wire.js").TimeControl} TimeControl */

const CUSTOM = "custom";
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];

/** @param {number} base @param {number} increment @param {boolean} renewed @returns {TimeControl} */
const control = (base, increment, renewed) => ({ base, increment, delay: 0, cap: null, renewed });

/** @param {TimeControl | null} chosen */
const isUsual = (chosen) => PRESETS.some((preset) => JSON.stringify(preset) === JSON.stringify(chosen));

/** @param {string} label @param {number} value @param {{ min: number, max: number }} range */
const numberField = (label, value, range) => textField(label, { type: "number", value, step: "any", ...range });

/** @param {TimeControl | null} chosen @param {(control: TimeControl | null) => void} changed */
export function clockField(chosen, changed) {
  const minutes = numberField(t("clock.base"), (chosen?.base ?? 15 * MINUTE) / MINUTE, { min: 0.5, max: 600 });
  const seconds = numberField(t("clock.increment"), (chosen?.increment ?? 10 * SECOND) / SECOND, { min: 0, max: 600 });
  const days = numberField(t("clock.perMove"), 0, { min: 0, max: 30 });
  const custom = el("div", { class: "option-grid", hidden: isUsual(chosen) }, minutes.field, seconds.field, days.field);
  const read = () => {
    const perMove = Math.round(Number(days.input.value) || 0);
    const base = Math.round((Number(minutes.input.value) || 1) * MINUTE);
    changed(
      perMove > 0
        ? control(perMove * DAY, 0, true)
        : control(base, Math.round(Number(seconds.input.value) * SECOND), false),
    );
  };
  custom.addEventListener("input", read);
  const options = [
    ...PRESETS.map((preset) => ({ value: formatControl(preset), text: controlName(preset) })),
    { value: CUSTOM, text: t("clock.custom") },
  ];
  const field = selectField(t("play.clock"), options, isUsual(chosen) ? formatControl(chosen) : CUSTOM, (value) => {
    custom.hidden = value !== CUSTOM;
    if (value === CUSTOM) read();
    else changed(PRESETS.find((preset) => formatControl(preset) === value) ?? null);
  });
  return el("div", {}, field, custom);
}
