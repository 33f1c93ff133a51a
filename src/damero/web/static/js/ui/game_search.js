/** The conditions of a search in the finished games. */

import { t } from "../i18n/messages.js";
import { el } from "./element.js";
import { selectField, textField } from "./fields.js";

/** @typedef {import("../wire.js").Game} Game */

const RESULTS = ["won", "lost", "drawn", "aborted"];
const SPEEDS = ["bullet", "blitz", "rapid", "classical", "days", "untimed"];
const DAY = 86_400_000;
const PERIODS = { week: 7, month: 31, year: 366 };

/** @param {string} key @param {string[]} values */
const choices = (key, values) => [
  { value: "", text: t("search.any") },
  ...values.map((value) => ({ value, text: t(`search.${key}.${value}`) })),
];

/** The names of the people in some games, for the field of the opponent. @param {import("../wire.js").Summary[]} matches */
export const opponentNames = (matches) => [
  ...new Set(
    matches.flatMap(({ seats, your_seats }) =>
      seats.filter(({ seat, player }) => player?.kind === "person" && !your_seats.includes(seat))
        .map(({ player }) => player?.name ?? "")
    ),
  ),
];

/**
 * @param {Game[]} catalogue
 * @param {(query: string) => void} changed with the conditions as a query, such as `&game=drafti`
 */
export function gameSearch(catalogue, changed) {
  /** @type {Record<string, string>} */
  const wanted = {};
  const set = (/** @type {string} */ key) => (/** @type {string} */ value) => {
    wanted[key] = value;
    tell();
  };
  const tell = () => {
    const given = Object.entries(wanted).filter(([, value]) => value);
    changed(given.map(([key, value]) => `&${key}=${encodeURIComponent(value)}`).join(""));
  };
  const names = el("datalist", { id: "opponents" });
  const opponent = textField(t("search.opponent"), {
    type: "search",
    list: "opponents",
    maxlength: 24,
    autocomplete: "off",
  });
  opponent.input.addEventListener("change", () => set("opponent")(opponent.input.value.trim()));
  const gameOptions = [
    { value: "", text: t("search.any") },
    ...catalogue.map(({ id, title }) => ({ value: id, text: title })),
  ];
  const period = (/** @type {string} */ value) => {
    const days = PERIODS[/** @type {keyof typeof PERIODS} */ (value)];
    set("since")(days ? String(Date.now() - days * DAY) : "");
  };
  const form = el(
    "form",
    { class: "search-fields", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    selectField(t("search.game"), gameOptions, "", set("game")),
    opponent.field,
    names,
    selectField(t("search.result"), choices("result", RESULTS), "", set("result")),
    selectField(t("search.speed"), choices("speed", SPEEDS), "", set("speed")),
    selectField(t("search.period"), choices("period", Object.keys(PERIODS)), "", period),
    selectField(
      t("search.origin"),
      [
        { value: "", text: t("search.any") },
        { value: "false", text: t("search.played") },
        { value: "true", text: t("search.imported") },
      ],
      "",
      set("imported"),
    ),
  );
  return {
    element: el("details", { class: "search" }, el("summary", {}, t("search.title")), form),
    /** @param {string[]} found */
    suggest: (found) => names.replaceChildren(...["engine", ...found].map((value) => el("option", { value }))),
  };
}
