/**
 * Messages with placeholders, in the same part of ICU MessageFormat as `damero/texts/message.py`, which describes it.
 * Both are tested with the cases in `tests/texts/cases.json`.
 */

/** @typedef {{ key: string, values?: Values }} Keyed a text in no language yet */
/** @typedef {string | number | Keyed} Item */
/** @typedef {Item | readonly Item[]} Value */
/** @typedef {{ readonly [name: string]: Value }} Values */
/** @typedef {{ name: string, kind: string, prefix: string, cases: Record<string, Part[]> }} Placeholder */
/** @typedef {string | Placeholder | typeof NUMBER} Part */
/** @typedef {{ locale: string, quotes: readonly string[], text: (key: string) => string | undefined }} Language */

/** The # inside a plural case. */
const NUMBER = Symbol("#");
const NAME = /\s*([a-z_][a-zA-Z0-9_.-]*)\s*/y;
const PLAIN = /[^{}#]+/y;
const SPACE = /\s*/y;
const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/gu;
/** @type {Record<string, string>} */
const ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

class Reader {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  get char() {
    return this.source[this.at];
  }

  /** @param {RegExp} pattern */
  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (!found) throw new SyntaxError(`Unreadable at ${this.at}: ${this.source}`);
    this.at = pattern.lastIndex;
    return found[1] ?? found[0];
  }

  /** @param {string} char */
  expect(char) {
    if (this.char !== char) throw new SyntaxError(`${char} is missing at ${this.at}: ${this.source}`);
    this.at += 1;
  }

  /** @param {boolean} inCase @returns {Part[]} */
  message(inCase) {
    const parts = [];
    while (this.char !== undefined && this.char !== "}") {
      if (this.char === "{") parts.push(this.placeholder());
      else if (this.char === "#") {
        parts.push(inCase ? NUMBER : "#");
        this.at += 1;
      } else parts.push(this.match(PLAIN));
    }
    return parts;
  }

  /** @returns {Placeholder} */
  placeholder() {
    this.expect("{");
    const part = { name: this.match(NAME), kind: "", prefix: "", cases: {} };
    if (this.char !== "}") {
      this.expect(",");
      part.kind = this.match(NAME);
      if (!(part.kind in RENDERERS)) throw new SyntaxError(`There is no kind ${part.kind}: ${this.source}`);
      if (["plural", "select", "text"].includes(part.kind)) this.expect(",");
      if (part.kind === "text") part.prefix = this.match(NAME);
      if (["plural", "select"].includes(part.kind)) part.cases = this.cases();
    }
    this.expect("}");
    return part;
  }

  cases() {
    /** @type {Record<string, Part[]>} */
    const cases = {};
    while (this.char !== "}") {
      const name = this.match(NAME);
      this.expect("{");
      cases[name] = this.message(true);
      this.expect("}");
      this.match(SPACE);
    }
    if (!cases.other) throw new SyntaxError(`The case 'other' is missing: ${this.source}`);
    return cases;
  }
}

/** @param {string} source @returns {Part[]} */
export function parse(source) {
  const reader = new Reader(source);
  const message = reader.message(false);
  if (reader.char !== undefined) throw new SyntaxError(`A closing brace too many at ${reader.at}: ${source}`);
  return message;
}

/** @type {Map<string, Part[]>} */
const parsed = new Map();

/** @param {string} source */
function parsedOnce(source) {
  const message = parsed.get(source) ?? parse(source);
  parsed.set(source, message);
  return message;
}

/** The text in a language. A key without a message stands for itself. @param {Keyed} text @param {Language} language */
export function translate({ key, values = {} }, language) {
  const source = language.text(key);
  return source === undefined ? key : render(parsedOnce(source), values, language);
}

/** @param {Part[]} message @param {Values} values @param {Language} language @param {number} [number] @returns {string} */
export const render = (message, values, language, number = 0) =>
  message.map((part) => {
    if (typeof part === "string") return part;
    if (typeof part === "symbol") return formatted(number, language);
    const value = values[part.name];
    return value === undefined ? `{${part.name}}` : RENDERERS[part.kind](value, part, values, language);
  }).join("");

/** @param {Value} item @param {Language} language */
const shown = (item, language) => typeof item === "object" && "key" in item ? translate(item, language) : String(item);

/** @param {number} number @param {Language} language */
const formatted = (number, { locale }) => new Intl.NumberFormat(locale).format(number);

/** @param {number} share in per cent @param {Pick<Language, "locale">} language */
export const percentText = (share, { locale }) =>
  new Intl.NumberFormat(locale, { style: "percent" }).format(share / 100);

/** A decimal number with its sign and all of its digits. @param {string} text @param {Pick<Language, "locale">} language */
export function decimalText(text, { locale }) {
  const digits = text.split(".")[1]?.length ?? 0;
  const signDisplay = text.startsWith("+") ? "always" : "auto";
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay };
  return new Intl.NumberFormat(locale, /** @type {Intl.NumberFormatOptions} */ (format)).format(Number(text));
}

/** @param {Value} value @param {"conjunction" | "disjunction"} type @param {Language} language */
const joined = (value, type, language) =>
  new Intl.ListFormat(language.locale, { type }).format([value].flat().map((item) => shown(item, language)));

/** @param {string} char */
const escaped = (char) => {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  if (code.length > 4) return ESCAPES[char] ?? `\\U${code.padStart(8, "0")}`;
  return ESCAPES[char] ?? (code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`);
};

/** @type {Record<string, (value: Value, part: Placeholder, values: Values, language: Language) => string>} */
const RENDERERS = {
  "": (value, _part, _values, language) => shown(value, language),
  plural: (count, { cases }, values, language) => {
    const category = new Intl.PluralRules(language.locale).select(Number(count));
    return render(cases[category] ?? cases.other, values, language, Number(count));
  },
  select: (value, { cases }, values, language) => render(cases[String(value)] ?? cases.other, values, language),
  list: (value, _part, _values, language) => joined(value, "conjunction", language),
  or: (value, _part, _values, language) => joined(value, "disjunction", language),
  number: (value, _part, _values, language) => formatted(Number(value), language),
  percent: (value, _part, _values, language) => percentText(Number(value), language),
  decimal: (value, _part, _values, language) => decimalText(String(value), language),
  date: (value, _part, _values, { locale }) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(Number(value)),
  quoted: (value, _part, _values, language) =>
    language.quotes.join(shown(value, language).replaceAll(UNPRINTABLE, escaped)),
  text: (value, { prefix }, values, language) => {
    const source = language.text(`${prefix}.${value}`);
    return source === undefined ? String(value) : render(parsedOnce(source), values, language);
  },
};
