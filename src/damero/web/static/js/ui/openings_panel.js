/** The opening explorer: what was played in the shown position, and how those games ended. */

import { t } from "../i18n/messages.js";
import { percent } from "../i18n/numbers.js";
import { post } from "../net/api.js";
import { moveText, spelled } from "../state/notation.js";
import { button, el } from "./element.js";
import { errorText } from "./error_text.js";
import { radioGroup, selectField } from "./fields.js";
import { seatName } from "./names.js";

/** @typedef {import("../wire.js").OpeningMove} OpeningMove */
/** @typedef {import("./analysis_session.js").AnalysisSession} AnalysisSession */

const SOURCES = ["people", "engines", "book"];
/** The choices of how far back games are counted, in months. */
const MONTHS = ["", "3", "12"];

/** A month as the server writes it, this many months ago. @param {string} months @param {Date} today @returns {number} */
export function monthsAgo(months, today) {
  if (!months) return 0;
  const then = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - Number(months) + 1));
  return then.getUTCFullYear() * 100 + then.getUTCMonth() + 1;
}

/** The results of a move as a bar in three parts. @param {OpeningMove} counts @param {string[]} seats */
function resultBar({ first, draws, second }, seats) {
  const total = first + draws + second;
  const share = (/** @type {number} */ count) => Math.round((100 * count) / total);
  const text = t("analysis.openings.results", {
    first: seatName(seats[0]),
    wins: share(first),
    draws: share(draws),
    second: seatName(seats[1]),
    losses: share(second),
  });
  const part = (/** @type {string} */ name, /** @type {number} */ count) => {
    const shown = el("span", { class: `result-${name}` }, share(count) >= 15 ? percent(share(count)) : "");
    shown.style.flexGrow = String(count);
    return shown;
  };
  const parts = [part(seats[0], first), part("draw", draws), part(seats[1], second)];
  return el("span", { class: "result-bar", role: "img", "aria-label": text, title: text }, parts);
}

class OpeningsPanel {
  #choice = { source: "book", level: "0", months: "" };
  #asked = 0;
  #list = el("ol", { class: "openings", "aria-live": "polite" });
  #filters = el("div", { class: "row opening-filters" });

  /** @param {AnalysisSession} session */
  constructor(session) {
    this.session = session;
    const sources = SOURCES.map((value) => ({ value, text: t(`analysis.openings.${value}`) }));
    this.element = /** @type {HTMLDetailsElement} */ (el(
      "details",
      { class: "analysis-panel openings-panel", ontoggle: () => this.#load() },
      el("summary", {}, t("analysis.openings")),
      radioGroup(t("analysis.openings.source"), sources, this.#choice.source, (source) => this.#change({ source })),
      this.#filters,
      this.#list,
    ));
    this.#drawFilters();
    session.onChange(({ moved }) => moved && this.#load());
  }

  /** @param {Partial<{ source: string, level: string, months: string }>} change */
  #change(change) {
    this.#choice = { ...this.#choice, ...change };
    if (change.source) this.#drawFilters();
    this.#load();
  }

  #drawFilters() {
    const { source, level, months } = this.#choice;
    const levels = [
      { value: "0", text: t("analysis.openings.anyLevel") },
      ...this.session.game.levels.map((one) => ({
        value: String(one.level),
        text: t("analysis.openings.level", { level: one.level }),
      })),
    ];
    const spans = MONTHS.map((value) => ({ value, text: t(`analysis.openings.months${value || "All"}`) }));
    this.#filters.replaceChildren(
      ...(source === "engines"
        ? [selectField(t("analysis.openings.levels"), levels, level, (chosen) => this.#change({ level: chosen }))]
        : []),
      ...(source === "book"
        ? []
        : [selectField(t("analysis.openings.since"), spans, months, (chosen) => this.#change({ months: chosen }))]),
    );
  }

  async #load() {
    if (!this.element.open || !this.session.position) return;
    this.#asked += 1;
    const question = this.#asked;
    const { source, level, months } = this.#choice;
    const line = this.session.positions.line(this.session.state.path);
    const filter = source === "book" ? {} : { engines: source === "engines", since: monthsAgo(months, new Date()) };
    const byLevel = source === "engines" ? { level: Number(level) } : {};
    try {
      /** @type {import("../wire.js").ExploredOpening} */
      const found = await post("/api/analysis/openings", { ...line, ...filter, ...byLevel });
      if (question === this.#asked) this.#show(source === "book" ? found.book : found.played);
    } catch (error) {
      if (question === this.#asked) {
        this.#list.replaceChildren(el("li", { class: "muted" }, errorText(error, this.session.game)));
      }
    }
  }

  /** @param {OpeningMove[]} moves */
  #show(moves) {
    const { game } = this.session;
    const rows = moves.map((counts) => {
      const route = this.session.position?.moves.find(({ text }) => text === counts.move);
      const total = counts.first + counts.draws + counts.second;
      return el(
        "li",
        {},
        button(route ? moveText(game, route) : spelled(game, counts.move), () => this.session.play(counts.move), {
          class: "ply",
        }),
        el("span", { class: "muted small opening-count" }, String(total)),
        resultBar(counts, game.seats),
      );
    });
    this.#list.replaceChildren(
      ...(rows.length > 0 ? rows : [el("li", { class: "muted" }, t("analysis.openings.none"))]),
    );
  }
}

/** Null for games without fixed openings. @param {AnalysisSession} session @returns {HTMLElement | null} */
export const openingsPanel = (
  session,
) => (session.game.start_text === null ? null : new OpeningsPanel(session).element);
