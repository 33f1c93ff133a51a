import { parse, render } from "../../../src/damero/web/static/js/i18n/message.js";
import { joined, useCatalogue } from "../../../src/damero/web/static/js/i18n/messages.js";
import cases from "../../texts/cases.json" with { type: "json" };
import { holds, same } from "./expect.js";

/** @type {Record<string, string>} */
const TEXTS = cases.texts;

for (const [code, { locale, quotes }] of Object.entries(cases.languages)) {
  Deno.test(`the shared cases are rendered in ${code}`, () => {
    for (const one of /** @type {Record<string, any>[]} */ (cases.cases)) {
      if (!(code in one)) continue;
      same(render(parse(one.message), one.values, { locale, quotes, text: (key) => TEXTS[key] }), one[code]);
    }
  });
}

Deno.test("a broken message is refused", () => {
  for (const source of cases.unreadable) {
    let refused = false;
    try {
      parse(source);
    } catch (error) {
      refused = error instanceof SyntaxError;
    }
    holds(refused);
  }
});

Deno.test("a missing value leaves its name to be seen", () => {
  same(
    render(parse("{move} is wrong"), {}, { locale: "en", quotes: ["'", "'"], text: () => undefined }),
    "{move} is wrong",
  );
});

Deno.test("parts stand after one another as the language separates them", () => {
  const texts = { "text.enumeration": "{first}、{rest}", "text.sentences": "{first}。{rest}" };
  useCatalogue({ language: "zh-Hant", locale: "zh-Hant", quotes: ["「", "」"], languages: [], texts });
  same(joined("text.enumeration", ["a", "", "b", "c"]), "a、b、c");
  same(joined("text.sentences", ["a"]), "a");
  same(joined("text.sentences", []), "");
});
