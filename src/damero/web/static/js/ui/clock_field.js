/** The choice of a clock: one of the usual ones, or any base time, increment, delay and days. */

import { t } from "../i18n/messages.js";
import { CLOCK_RANGES, customControl, customParts, formatControl, PRESETS } from "../state/clock.js";
import { el } from "./element.js";
import { selectField, textField } from "./fields.js";
import { controlName } from "./names.js";

/** @typedef {import("../wire.js").TimeControl} TimeControl */
/** @typedef {import("../state/clock.js").ClockParts} ClockParts */

const CUSTOM = "custom";

/** @param {TimeControl | null} chosen */
const isUsual = (chosen) => PRESETS.some((preset) => JSON.stringify(preset) === JSON.stringify(chosen));

/** @param {keyof ClockParts} part @param {number} value */
function numberField(part, value) {
  const [min, max] = CLOCK_RANGES[part];
  return textField(t(`clock.${part}`), { type: "number", inputmode: "decimal", value, step: "any", min, max });
}

/** The fields of a clock of one's own; days per move stand alone. @param {ClockParts} parts @param {(parts: ClockParts) => void} changed */
function customFields(parts, changed) {
  const [minutes, increment, delay, days] = [
    numberField("minutes", parts.minutes),
    numberField("increment", parts.increment),
    numberField("delay", parts.delay),
    numberField("days", parts.days),
  ];
  const lock = () => {
    for (const { input } of [minutes, increment, delay]) input.disabled = Number(days.input.value) >= 1;
  };
  const read = () => ({
    minutes: Number(minutes.input.value),
    increment: Number(increment.input.value),
    delay: Number(delay.input.value),
    days: Number(days.input.value),
  });
  const element = el("div", { class: "option-grid" }, minutes.field, increment.field, delay.field, days.field);
  element.addEventListener("input", () => {
    lock();
    changed(read());
  });
  lock();
  return { element, read };
}

/** @param {TimeControl | null} chosen @param {(control: TimeControl | null) => void} changed */
export function clockField(chosen, changed) {
  const custom = customFields(customParts(chosen), (parts) => changed(customControl(parts)));
  custom.element.hidden = isUsual(chosen);
  const options = [
    ...PRESETS.map((preset) => ({ value: formatControl(preset), text: controlName(preset) })),
    { value: CUSTOM, text: t("clock.custom") },
  ];
  const field = selectField(t("play.clock"), options, isUsual(chosen) ? formatControl(chosen) : CUSTOM, (value) => {
    custom.element.hidden = value !== CUSTOM;
    if (value === CUSTOM) changed(customControl(custom.read()));
    else changed(PRESETS.find((preset) => formatControl(preset) === value) ?? null);
  });
  return el("div", { class: "clock-field" }, field, custom.element);
}
