/** Numbers as the language of the page writes them. */

import { decimalText, percentText } from "./message.js";
import { locale } from "./messages.js";

/** A score beyond this is a proved win. */
export const CERTAIN = 10_000;

/** @param {number} share in per cent */
export const percent = (share) => percentText(share, { locale: locale() });

/** A score or luck, for example "+0.45" or "−1.20". @param {number} score in hundredths @returns {string} */
export function scoreText(score) {
  const sign = score > 0 ? "+" : score < 0 ? "−" : "";
  if (Math.abs(score) >= CERTAIN) return `${sign}∞`;
  return sign + decimalText((Math.abs(score) / 100).toFixed(2), { locale: locale() });
}

/** For example "1.2M". @param {number} number @returns {string} */
export const shortNumber = (number) => new Intl.NumberFormat(locale(), { notation: "compact" }).format(number);
