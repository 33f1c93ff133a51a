import { useCatalogue } from "../../../src/damero/web/static/js/i18n/messages.js";
import { percent, scoreText, shortNumber } from "../../../src/damero/web/static/js/i18n/numbers.js";
import { controlName } from "../../../src/damero/web/static/js/ui/names.js";
import texts from "../../../src/damero/texts/es.json" with { type: "json" };
import { same } from "./expect.js";

const speak = (/** @type {string} */ locale) =>
  useCatalogue({ language: locale, locale, quotes: ["«", "»"], languages: [], texts: texts.texts });

Deno.test("scores have a sign, and decided games are infinite", () => {
  speak("en-GB");
  same([125, -40, 0, 20_000, -20_000].map(scoreText), ["+1.25", "−0.40", "0.00", "+∞", "−∞"]);
});

Deno.test("numbers are written as in the language", () => {
  speak("en-GB");
  same([percent(45), shortNumber(1_250_000), shortNumber(12)], ["45%", "1.3M", "12"]);
  speak("es");
  same([percent(45), scoreText(-125), shortNumber(1_250_000)], ["45\u00a0%", "−1,25", "1,3\u00a0M"]);
  const control = { base: 90_000, increment: 2000, delay: 0, cap: null, renewed: false };
  same(controlName(control), "1,5 min + 2 s");
});
