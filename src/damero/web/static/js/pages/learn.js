/** Learning the games: every game with its progress, or the lesson of one game. */

import { t, tOr } from "../i18n/messages.js";
import { game as gameOf, games, get } from "../net/api.js";
import { navigate } from "../router.js";
import { stepsDone } from "../state/lesson_progress.js";
import { el, link } from "../ui/element.js";
import { selectField } from "../ui/fields.js";
import { LessonPlayer } from "../ui/lesson.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").LessonOfGame} LessonOfGame */

/** @param {Game} game @param {LessonOfGame} lesson */
function lessonItem(game, { steps }) {
  const done = stepsDone(game.id).filter((id) => steps.includes(id)).length;
  const progress = t("learn.progress", { done, count: steps.length });
  return el(
    "li",
    {},
    link(`/learn/${game.id}`, [
      el("strong", {}, game.title),
      el("span", { class: "muted" }, progress),
      el("progress", { value: done, max: steps.length, "aria-label": progress }),
    ], { class: "variant" }),
  );
}

/** @param {Game[]} family @param {Map<string, LessonOfGame>} lessons */
function familySection(family, lessons) {
  const items = family.flatMap((game) => {
    const lesson = lessons.get(game.id);
    return lesson ? [lessonItem(game, lesson)] : [];
  });
  return el(
    "section",
    { class: "card" },
    el("h2", {}, tOr(`family.${family[0].family}`, family[0].title)),
    el("ul", { class: "variants" }, items),
  );
}

async function listPage() {
  /** @type {[Game[], { lessons: LessonOfGame[] }]} */
  const [catalogue, { lessons }] = await Promise.all([games(), get("/api/lessons")]);
  const byGame = new Map(lessons.map((lesson) => [lesson.game, lesson]));
  const taught = catalogue.filter(({ id }) => byGame.has(id));
  const families = [...Map.groupBy(taught, (game) => game.family).values()];
  return {
    title: t("learn.title"),
    node: el(
      "div",
      { class: "learn" },
      el("header", { class: "page-head" }, el("h1", {}, t("learn.title")), el("p", {}, t("learn.lead"))),
      families.map((family) => familySection(family, byGame)),
    ),
  };
}

/** @param {string} id */
async function lessonPage(id) {
  const [game, catalogue, { steps }] = await Promise.all([gameOf(id), games(), get(`/api/games/${id}/lesson`)]);
  const options = catalogue.map((one) => ({ value: one.id, text: one.title }));
  const player = new LessonPlayer(game, steps);
  await player.begin();
  return {
    title: t("learn.of", { game: game.title }),
    node: el(
      "div",
      { class: "learn" },
      el("header", { class: "page-head" }, el("h1", {}, t("learn.of", { game: game.title }))),
      player.element,
      el(
        "div",
        { class: "row lesson-foot" },
        selectField(t("rules.choose"), options, game.id, (chosen) => navigate(`/learn/${chosen}`)),
        link(`/rules/${game.id}`, t("learn.rules"), { class: "button" }),
        link("/puzzles", t("learn.puzzles"), { class: "button" }),
        link("/analysis", t("analysis.title"), { class: "button" }),
      ),
    ),
    destroy: () => player.destroy(),
  };
}

/** @type {import("../router.js").MakePage} */
export function page({ parts }) {
  return parts[0] ? lessonPage(parts[0]) : listPage();
}
