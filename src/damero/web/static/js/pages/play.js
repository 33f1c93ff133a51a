/** Choosing how to play a game: good defaults, one button. */

import { boardPicture } from "../ui/board_preview.js";
import { say } from "../i18n/messages.js";
import { commandId, game as gameOf, games, me, post } from "../net/api.js";
import { go } from "../router.js";
import { PRESETS, shownControl } from "../state/clock.js";
import { checkbox, choice, picker } from "../ui/fields.js";
import { button, el, link, part } from "../ui/element.js";
import { controlName, seatName } from "../ui/names.js";
import { sentence } from "../ui/error_text.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */
/** @typedef {import("../wire.js").TimeControl} TimeControl */
/** @typedef {{ opponent: string, level: number, seat: string, clock: string, private: boolean }} Wish */

const OPPONENTS = ["engine", "friend", "here", "anyone"];
const REMEMBERED = "damero.wish";

/** @param {Game} game @returns {Wish} */
function remembered(game) {
  const highest = game.levels.length || 1;
  const usual = {
    opponent: "engine",
    level: Math.min(2, highest),
    seat: "",
    clock: shownControl(null),
    private: false,
  };
  try {
    const kept = { ...usual, ...JSON.parse(sessionStorage.getItem(REMEMBERED) ?? "{}") };
    return { ...kept, seat: game.seats.includes(kept.seat) ? kept.seat : "", level: Math.min(kept.level, highest) };
  } catch {
    return usual;
  }
}

/** @param {Game} game @param {Wish} wish @param {string | null} start */
async function begin(game, wish, start) {
  sessionStorage.setItem(REMEMBERED, JSON.stringify(wish));
  await me();
  const clock = PRESETS.find((preset) => shownControl(preset) === wish.clock) ?? null;
  const plain = wish.opponent === "anyone" && !wish.seat && start === null;
  const snapshot = plain ? await paired(game.id, clock) : await post("/api/matches", {
    command_id: commandId(),
    game: game.id,
    opponent: wish.opponent,
    level: wish.level,
    private: wish.opponent === "friend" && wish.private,
    seat: wish.seat || null,
    clock,
    start,
  });
  go(`/match/${snapshot.match.id}`);
}

/**
 * With whoever waits for the same game and clock, or listed until somebody comes.
 * @param {string} game
 * @param {TimeControl | null} clock
 * @returns {Promise<Snapshot>}
 */
export const paired = (game, clock) => post("/api/seeks", { command_id: commandId(), game, clock });

/** @param {Game} game @param {Wish} wish */
function levels(game, wish) {
  const about = el("p", { class: "option-line", "aria-live": "polite" });
  const describe = () => {
    const chosen = game.levels.find(({ level }) => level === wish.level) ?? game.levels[0];
    about.replaceChildren(el("strong", {}, chosen.name), `: ${chosen.strength}`);
  };
  const numbers = game.levels.map(({ level, name }) => ({
    value: String(level),
    text: [el("span", { title: name }, String(level))],
  }));
  const field = choice(say("play.level"), numbers, String(wish.level), (level) => {
    wish.level = Number(level);
    describe();
  }, { class: "levels" });
  describe();
  return el("div", {}, field, about);
}

/** @param {Game} game @param {Wish} wish @param {Game[]} family @param {() => void} changed */
function options(game, wish, family, changed) {
  const line = wish.opponent === "here" && game.hidden ? "play.here.hidden" : `play.${wish.opponent}.line`;
  const seats = [
    { value: "", text: say("play.seat.any") },
    ...game.seats.map((seat) => ({ value: seat, text: seatName(seat) })),
  ];
  const clocks = PRESETS.map((preset) => ({ value: shownControl(preset), text: controlName(preset) }));
  return [
    choice(
      say("play.against"),
      OPPONENTS.map((value) => ({ value, text: say(`play.${value}`) })),
      wish.opponent,
      (value) => {
        wish.opponent = value;
        changed();
      },
    ),
    el("p", { class: "soft option-line" }, say(line)),
    wish.opponent === "engine" && game.levels.length > 0 && levels(game, wish),
    wish.opponent !== "here" && choice(say("play.seat"), seats, wish.seat, (value) => {
      wish.seat = value;
    }),
    el(
      "div",
      { class: "option-grid" },
      picker(say("play.clock"), clocks, wish.clock, (value) => {
        wish.clock = value;
      }),
      family.length > 1 &&
        picker(
          say("play.rules"),
          family.map(({ id, title }) => ({ value: id, text: title })),
          game.id,
          (id) => go(`/play/${id}`),
        ),
    ),
    wish.opponent === "friend" && checkbox(say("play.private"), wish.private, (checked) => {
      wish.private = checked;
    }),
  ];
}

/** @param {Game} game @param {Wish} wish @param {Game[]} family @param {string | null} start */
function form(game, wish, family, start) {
  const fields = el("div");
  const draw = part(fields, () => options(game, wish, family, () => draw({ opponent: wish.opponent })));
  draw({ opponent: wish.opponent });
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const startButton = button(say("play.go"), async () => {
    startButton.disabled = true;
    await begin(game, wish, start).catch((refused) => {
      problem.textContent = sentence(refused);
      problem.hidden = false;
      startButton.disabled = false;
    });
  }, { class: "primary go" });
  return el(
    "div",
    { class: "play-form" },
    start && el("p", { class: "note" }, say("play.fromPosition")),
    fields,
    problem,
    startButton,
  );
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, query }) {
  const [game, catalogue] = await Promise.all([gameOf(parts[0] ?? ""), games()]);
  const family = catalogue.filter((other) => other.family === game.family);
  const start = query.get("start");
  const wish = remembered(game);
  if (query.has("anyone")) wish.opponent = "anyone";
  return {
    title: say("play.title", { game: game.title }),
    node: el(
      "div",
      { class: "play-page" },
      el("header", { class: "page-head" }, el("h1", {}, game.title), el("p", {}, game.summary)),
      el(
        "div",
        { class: "play-columns" },
        el(
          "div",
          { class: "play-board" },
          boardPicture(game, undefined, start),
          el(
            "p",
            { class: "row play-links" },
            link(`/rules/${game.id}`, say("play.readRules")),
            link(`/editor/${game.id}`, say("play.editor")),
          ),
        ),
        form(game, wish, family, start),
      ),
    ),
  };
}
