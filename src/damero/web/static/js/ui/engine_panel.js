/** The engine beside the analysis board: on or off, one to five lines, depth and speed, the threat. */

import { pieceName } from "../board/aria_labels.js";
import { joined, t } from "../i18n/messages.js";
import { CERTAIN, scoreText, shortNumber } from "../i18n/numbers.js";
import { refusalText } from "../i18n/refusal.js";
import { AnalysisFeed } from "../net/analysis_feed.js";
import { ownSeat, scoreFor } from "../state/evaluation.js";
import { spelled } from "../state/notation.js";
import { announce } from "./announce.js";
import { arrow } from "./analysis_board.js";
import { button, el } from "./element.js";
import { errorText } from "./error_text.js";
import { checkbox, selectField } from "./fields.js";
import { seatName } from "./names.js";

/** @typedef {import("../wire.js").AnalysisFrame} AnalysisFrame */
/** @typedef {import("../wire.js").AnalysisLine} AnalysisLine */
/** @typedef {import("./analysis_session.js").AnalysisSession} AnalysisSession */
/**
 * @typedef {object} EngineView what shows the engine's opinion besides the panel
 * @property {(shapes: import("../state/shapes.js").Shape[]) => void} suggest
 * @property {(line: AnalysisLine | null, mover: string | null) => void} evaluate
 */

const STORED = "damero.analysis";
const SECONDS = 30;
/** Milliseconds without another step before the engine is asked, while somebody steps quickly. */
const PAUSE = 200;
/** Positions a second. Less than this is no search but a look at the tables. */
const SLOWEST = 1000;
/** The most moves of a line that are shown. */
const LONGEST = 10;

/** @returns {{ on: boolean, lines: number }} */
function storedChoice() {
  try {
    const { on = false, lines = 3 } = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return { on: Boolean(on), lines: Math.min(5, Math.max(1, Number(lines) || 3)) };
  } catch {
    return { on: false, lines: 3 };
  }
}

export class EnginePanel {
  #choice = { ...storedChoice(), threat: false };
  #began = 0;
  #stepped = -PAUSE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #facts = el("p", { class: "muted small engine-facts" }, t("analysis.engine.off"));
  #lines = el("ol", { class: "engine-lines", "aria-label": t("analysis.lines") });
  #odds = el("ul", { class: "engine-odds small" });
  #feed;

  /** @param {AnalysisSession} session @param {EngineView} view */
  constructor(session, view) {
    this.session = session;
    this.view = view;
    this.#feed = new AnalysisFeed({
      found: (found) => this.#show(found),
      refused: (refusal) => this.#explain(refusalText(refusal, session.game)),
      ended: () => this.#facts.append(` · ${t("analysis.engine.done")}`),
    });
    this.toggle = button(t("analysis.engine"), () => this.#change({ on: !this.#choice.on }), {
      class: "engine-switch",
      onpointerenter: () => this.#connect(),
      onfocus: () => this.#connect(),
    });
    const counts = [1, 2, 3, 4, 5].map((count) => ({ value: String(count), text: String(count) }));
    const threat = checkbox(t("analysis.threat"), false, (chosen) => this.#change({ threat: chosen }));
    threat.hidden = session.game.chance || session.game.hidden;
    this.element = el(
      "section",
      { class: "analysis-panel engine", "aria-label": t("analysis.engine") },
      el(
        "div",
        { class: "engine-head" },
        this.toggle,
        selectField(
          t("analysis.lines"),
          counts,
          String(this.#choice.lines),
          (value) => this.#change({ lines: Number(value) }),
        ),
        threat,
      ),
      this.#facts,
      this.#lines,
      this.#odds,
    );
    session.onChange(({ moved }) => moved && this.#step());
    this.#drawToggle();
  }

  /** Somebody is about to use the engine. */
  #connect() {
    this.#feed.connect().catch(() => {});
  }

  /** A single step is analysed at once; of many quick ones, the first and the last. */
  #step() {
    const before = this.#stepped;
    this.#stepped = performance.now();
    this.#ask(this.#stepped - before < PAUSE ? PAUSE : 0);
  }

  /** Turns the engine on or off. */
  switch() {
    this.#change({ on: !this.#choice.on });
  }

  /** @param {Partial<{ on: boolean, lines: number, threat: boolean }>} change */
  #change(change) {
    this.#choice = { ...this.#choice, ...change };
    const { on, lines } = this.#choice;
    localStorage.setItem(STORED, JSON.stringify({ on, lines }));
    this.#drawToggle();
    this.#ask();
  }

  #drawToggle() {
    this.toggle.setAttribute("aria-pressed", String(this.#choice.on));
  }

  /** @param {number} [pause] milliseconds */
  #ask(pause = 0) {
    clearTimeout(this.#timer);
    const { on, lines, threat } = this.#choice;
    const { position, positions, state } = this.session;
    if (!on || !position || position.outcome) {
      this.#feed.stop();
      return on && position?.outcome ? this.#explain(t("analysis.engine.over")) : this.#clear(t("analysis.engine.off"));
    }
    if (!positions.free && position.view.seat !== null && position.view.seat !== position.view.to_move) {
      this.#feed.stop();
      return this.#explain(t("analysis.engine.notYourTurn", { seat: seatName(position.view.seat) }));
    }
    this.#clear(t("analysis.engine.thinking"));
    const wanted = { ...positions.line(state.path), lines, threat, seconds: SECONDS };
    if (pause === 0) return this.#analyse(wanted);
    this.#feed.stop();
    this.#timer = setTimeout(() => this.#analyse(wanted), pause);
  }

  /** @param {Record<string, unknown>} wanted */
  #analyse(wanted) {
    const { start, ...rest } = wanted;
    this.#began = performance.now();
    this.#feed.analyse("start" in wanted ? { ...rest, position: start } : wanted)
      .catch((error) => this.#explain(errorText(error)));
  }

  /** Why the engine has nothing to say, which is read out too. @param {string} text */
  #explain(text) {
    this.#clear(text);
    announce(text);
  }

  /** @param {string} text */
  #clear(text) {
    this.#facts.textContent = text;
    this.#lines.replaceChildren();
    this.#odds.replaceChildren();
    this.view.suggest([]);
    this.view.evaluate(null, null);
  }

  /** @param {AnalysisFrame} found */
  #show(found) {
    const { threat } = this.#choice;
    const { position, game } = this.session;
    const seat = position?.view.to_move ?? null;
    const mover = threat ? game.seats.find((other) => other !== seat) ?? null : seat;
    const speed = (found.nodes * 1000) / Math.max(1, performance.now() - this.#began);
    this.#facts.textContent = speed < SLOWEST
      ? t("analysis.engine.depth", { depth: found.depth })
      : t("analysis.engine.facts", { depth: found.depth, speed: shortNumber(speed) });
    this.#lines.replaceChildren(...found.lines.map((line) => this.#line(line, mover)));
    this.#odds.replaceChildren(...found.odds.slice(0, 6).map((odds) => this.#oddsItem(odds)));
    if (!threat) this.view.evaluate(found.lines[0] ?? null, mover);
    this.#suggest(found.lines, threat);
    if (found.final) announce(this.#sentence(found.lines[0], mover));
  }

  /** @param {AnalysisLine[]} lines @param {boolean} threat */
  #suggest(lines, threat) {
    const [best, ...others] = lines.map(({ squares }) => squares).filter(({ length }) => length > 0);
    const colour = threat ? "red" : "blue";
    this.view.suggest([
      ...others.slice(0, 2).map((one) => arrow(one, "yellow")),
      ...(best ? [arrow(best, colour)] : []),
    ]);
  }

  /** @param {AnalysisLine} line @param {string | null} mover */
  #sentence(line, mover) {
    return line ? `${this.#score(line, mover)} ${spelled(this.session.game, line.moves.slice(0, 3).join(" "))}` : "";
  }

  /** @param {AnalysisLine} line @param {string | null} mover */
  #score(line, mover) {
    const { known } = line;
    if (known) {
      return known.winner === null
        ? t("analysis.known.draw")
        : t("analysis.known.win", { seat: seatName(known.winner), plies: known.plies });
    }
    const score = scoreFor(line, mover, ownSeat(this.session.game));
    if (Math.abs(score) >= CERTAIN) return t(score > 0 ? "analysis.won" : "analysis.lost");
    return scoreText(score);
  }

  /** @param {AnalysisLine} line @param {string | null} mover */
  #line(line, mover) {
    const free = this.session.positions.free && !this.#choice.threat;
    const moves = line.moves.slice(0, LONGEST).map((move, index) => {
      const text = spelled(this.session.game, move);
      return free
        ? button(text, () => this.session.playLine(line.moves.slice(0, index + 1)), { class: "ply" })
        : el("span", { class: "ply" }, text);
    });
    return el(
      "li",
      {},
      el("strong", { class: "engine-score" }, this.#score(line, mover)),
      el("span", { class: "engine-moves" }, moves),
    );
  }

  /** What hidden pieces may be. @param {import("../wire.js").Odds} odds */
  #oddsItem({ squares, kinds }) {
    const parts = kinds.slice(0, 3).map(({ kind, probability }) =>
      t("reviewing.odds.kind", {
        piece: pieceName(this.session.game, kind),
        percent: Math.round(probability * 100),
      })
    );
    const named = joined("text.enumeration", parts);
    return el("li", {}, el("b", {}, joined("text.enumeration", squares.slice(0, 4))), " ", named);
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#feed.close();
  }
}
