/** Puzzles: one by one, in runs, the puzzle of the day, and the endgame trainer. */

import { t } from "../i18n/messages.js";
import { game as gameOf, games, get, me, post } from "../net/api.js";
import { navigate } from "../router.js";
import { EndingTrainer } from "../ui/ending_trainer.js";
import { el, link } from "../ui/element.js";
import { radioGroup, selectField } from "../ui/fields.js";
import { nextPuzzle, PuzzleSolver, themeName } from "../ui/puzzle_solver.js";

/** @typedef {import("../wire.js").PuzzleGame} PuzzleGame */
/** @typedef {import("../wire.js").PuzzleTask} PuzzleTask */
/** @typedef {import("../wire.js").PuzzleStanding} PuzzleStanding */

const MODES = ["rated", "streak", "timed", "endings"];
const RUNS = ["streak", "timed"];
/** Milliseconds until the end of a run is told again, if the server did not answer. */
const RETRY = 2000;

/** The player's rating and results in a game. @param {string} game */
function resultsPanel(game) {
  const holder = el("section", { class: "puzzle-results", "aria-label": t("puzzles.byTheme") });
  const load = async () => {
    const { standing, tried, solved, themes } = await me().then(() => get(`/api/me/puzzles?game=${game}`));
    const rows = themes.map((/** @type {import("../wire.js").ThemeResult} */ one) =>
      el("li", {}, el("span", {}, themeName(one.theme)), el("span", {}, `${one.solved} / ${one.tried}`))
    );
    holder.replaceChildren(
      el("p", {}, t("puzzles.rating", { rating: standing.rating, deviation: standing.deviation })),
      el("p", { class: "muted" }, t("puzzles.results", { solved, tried })),
      el("p", { class: "muted" }, t("puzzles.bests", { streak: standing.best_streak, timed: standing.best_timed })),
      rows.length > 0 ? el("ul", { class: "theme-results" }, rows) : "",
    );
  };
  load().catch(() => {});
  return { holder, load };
}

/** Score and time of a run. @param {PuzzleSolver} solver */
function runPanel(solver) {
  const holder = el("p", { class: "run-score", "aria-live": "off" });
  let ends = 0;
  let ending = false;
  const draw = () => {
    const { run } = solver;
    if (!run) return;
    const seconds = run.left === null ? null : Math.max(0, Math.round((ends - Date.now()) / 1000));
    const parts = [t("puzzles.score", { score: run.score })];
    if (seconds !== null) parts.push(t("puzzles.mistakes", { mistakes: run.mistakes }), t("puzzles.left", { seconds }));
    holder.textContent = parts.join(" · ");
    if (seconds === 0 && !run.over && !ending) {
      ending = true;
      post("/api/puzzle-runs/end").then((over) => solver.endRun(over), () => setTimeout(() => ending = false, RETRY));
    }
  };
  const timer = setInterval(draw, 250);
  return {
    holder,
    /** @param {import("../wire.js").PuzzleRun} run */
    begin: (run) => {
      ends = Date.now() + (run.left ?? 0);
      ending = false;
      draw();
    },
    destroy: () => clearInterval(timer),
  };
}

/** @param {PuzzleGame[]} listed @param {PuzzleGame} chosen @param {string} mode @param {string} theme */
async function controls(listed, chosen, mode, theme) {
  const titles = new Map((await games()).map(({ id, title }) => [id, title]));
  const address = (/** @type {string} */ game, /** @type {string} */ to) => `/puzzles/${game}/${to}`;
  const options = listed.map(({ game, count }) => ({
    value: game,
    text: `${titles.get(game) ?? game}${count > 0 ? ` (${count})` : ""}`,
  }));
  const modes = MODES.filter((one) => (one === "endings" ? chosen.endings.length : chosen.count) > 0);
  const themes = [
    { value: "", text: t("puzzles.theme.all") },
    ...chosen.themes.map(({ theme: id, count }) => ({ value: id, text: `${themeName(id)} (${count})` })),
  ];
  return el(
    "div",
    { class: "puzzle-controls" },
    selectField(t("puzzles.game"), options, chosen.game, (game) => navigate(address(game, mode))),
    radioGroup(
      t("puzzles.mode"),
      modes.map((value) => ({ value, text: t(`puzzles.mode.${value}`) })),
      mode,
      (value) => navigate(address(chosen.game, value)),
    ),
    mode === "rated" &&
      selectField(
        t("puzzles.theme"),
        themes,
        theme,
        (value) => navigate(`${address(chosen.game, mode)}${value ? `?theme=${value}` : ""}`),
      ),
  );
}

/** Puzzles one by one; the next one is requested while this one is solved. @param {string} game @param {string} theme @param {PuzzleTask | null} first */
async function solveOneByOne(game, theme, first) {
  const results = resultsPanel(game);
  /** @type {Promise<PuzzleTask> | null} */
  let following = null;
  let latest = "";
  const prefetch = (/** @type {PuzzleTask} */ task) => {
    latest = task.id;
    following = nextPuzzle(game, theme, latest);
    following.catch(() => {});
    return task;
  };
  const next = async () => {
    const ready = await following?.catch(() => null);
    following = null;
    return prefetch(ready ?? await nextPuzzle(game, theme, latest));
  };
  const solver = new PuzzleSolver({ next, changed: () => results.load() });
  await me();
  await solver.open(first ? prefetch(first) : await next());
  solver.side.append(results.holder);
  return { node: solver.element, destroy: () => solver.destroy() };
}

/** @param {string} game @param {string} mode */
async function solveInRun(game, mode) {
  const results = resultsPanel(game);
  const begin = async () => {
    const run = await post("/api/puzzle-runs", { game, mode });
    panel.begin(run);
    await solver.openRun(run);
    return run.puzzle;
  };
  const solver = new PuzzleSolver({ next: begin, changed: () => results.load() });
  const panel = runPanel(solver);
  await me();
  await begin();
  solver.side.prepend(panel.holder);
  solver.side.append(results.holder);
  const destroy = () => {
    panel.destroy();
    solver.destroy();
  };
  return { node: solver.element, destroy };
}

/** @param {PuzzleGame} chosen */
async function train(chosen) {
  const trainer = new EndingTrainer(await gameOf(chosen.game), chosen.endings);
  await trainer.begin();
  return { node: trainer.element, destroy: () => trainer.destroy() };
}

/** The puzzle that an address names: `/puzzles/at/ID` or `/puzzles/daily`. @param {string[]} parts @returns {Promise<PuzzleTask | null>} */
async function named([first, second]) {
  if (first === "daily") return (await get("/api/puzzles/daily")).puzzle;
  return first === "at" ? await get(`/api/puzzles/${encodeURIComponent(second ?? "")}`) : null;
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, query }) {
  /** @type {{ games: PuzzleGame[] }} */
  const { games: listed } = await get("/api/puzzles");
  const first = await named(parts);
  if (parts[0] && !first) await gameOf(parts[0]);
  const chosen = listed.find(({ game }) => game === (first?.game ?? parts[0])) ?? listed[0];
  const asked = !first && MODES.includes(parts[1] ?? "") ? parts[1] : "rated";
  const mode = chosen.count > 0 ? asked : "endings";
  const theme = query.get("theme") ?? "";
  const shown = mode === "endings" && chosen.endings.length > 0
    ? await train(chosen)
    : RUNS.includes(mode)
    ? await solveInRun(chosen.game, mode)
    : await solveOneByOne(chosen.game, theme, first);
  return {
    title: t("puzzles.title"),
    node: el(
      "div",
      { class: "puzzles" },
      el(
        "header",
        { class: "page-head" },
        el("h1", {}, t("puzzles.title")),
        el("p", {}, t("puzzles.line"), " ", link(`/learn/${chosen.game}`, t("learn.start"))),
      ),
      await controls(listed, chosen, mode, theme),
      shown.node,
    ),
    destroy: shown.destroy,
  };
}
