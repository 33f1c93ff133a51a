/** The options of a new game, with good defaults and one button to start. */

import { previewBoard } from "../ui/board_preview.js";
import { t } from "../i18n/messages.js";
import { commandId, game as gameOf, games, me, post } from "../net/api.js";
import { announceNew } from "../net/nonces.js";
import { navigate } from "../router.js";
import { storeSharedNames } from "../state/shared_names.js";
import { checkbox, radioGroup, selectField, textField } from "../ui/fields.js";
import { button, el, link, renderOnChange, stressed } from "../ui/element.js";
import { familiarGame, rememberGame } from "../ui/familiar_game.js";
import { clockField } from "../ui/clock_field.js";
import { seatName } from "../ui/names.js";
import { errorText } from "../ui/error_text.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */
/** @typedef {import("../wire.js").TimeControl} TimeControl */
/**
 * @typedef {{ opponent: string, level: number, player: string, seat: string, control: TimeControl | null, private: boolean,
 *   names: Record<string, string> }} Options
 */

const OPPONENTS = ["engine", "friend", "here", "anyone", "player"];
const STORAGE_KEY = "damero.options";

/**
 * A position of one's own is not offered in the lobby; with hidden pieces it is played on one device.
 * @param {Game} game
 * @param {string | null} start
 */
function opponents(game, start) {
  if (start === null) return OPPONENTS;
  return game.hidden ? ["here"] : OPPONENTS.filter((opponent) => opponent !== "anyone");
}

/** @param {Game} game @param {Options} options */
function remember(game, options) {
  rememberGame(game.id);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(options));
  } catch {
    // Without access to storage, the options begin with their defaults.
  }
}

/** @param {Game} game @returns {Options} */
export function storedOptions(game) {
  const highest = game.levels.length || 1;
  const defaults = {
    opponent: "engine",
    level: Math.min(2, highest),
    player: "",
    seat: "",
    control: null,
    private: false,
    names: {},
  };
  try {
    const stored = { ...defaults, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
    return {
      ...stored,
      seat: game.seats.includes(stored.seat) ? stored.seat : "",
      level: Math.min(stored.level, highest),
    };
  } catch {
    return defaults;
  }
}

/** @param {Game} game @param {Options} options @param {string | null} start */
export async function startMatch(game, options, start) {
  remember(game, options);
  await me();
  const clock = options.control;
  const anyGame = options.opponent === "anyone" && !options.seat && start === null;
  const snapshot = anyGame ? await seek(game.id, clock) : await announceNew((nonce_hash) =>
    post("/api/matches", {
      command_id: commandId(),
      nonce_hash,
      game: game.id,
      opponent: options.opponent,
      level: options.level,
      player: options.opponent === "player" ? options.player : null,
      private: options.opponent === "friend" && options.private,
      seat: options.seat || null,
      clock,
      start,
    })
  );
  if (options.opponent === "here") storeSharedNames(snapshot.match.id, options.names);
  navigate(`/match/${snapshot.match.id}`);
}

/**
 * Pairs the player with somebody who waits for the same game and clock, or lists the game in the lobby.
 * @param {string} game
 * @param {TimeControl | null} clock
 * @returns {Promise<Snapshot>}
 */
export const seek = (game, clock) =>
  announceNew((nonce_hash) => post("/api/seeks", { command_id: commandId(), game, clock, nonce_hash }));

/** @param {Game} game @param {Options} options */
function levelField(game, options) {
  const about = el("p", { class: "option-help", "aria-live": "polite" });
  const describe = () => {
    const chosen = game.levels.find(({ level }) => level === options.level) ?? game.levels[0];
    about.replaceChildren(
      ...stressed(t("play.level.about", { name: chosen.name, about: chosen.strength }), chosen.name),
    );
  };
  const numbers = game.levels.map(({ level, name }) => ({
    value: String(level),
    text: [el("span", { title: name }, String(level))],
  }));
  const field = radioGroup(t("play.level"), numbers, String(options.level), (level) => {
    options.level = Number(level);
    describe();
  }, { class: "levels" });
  describe();
  return el("div", {}, field, about);
}

/** The name of the player to challenge. @param {Options} options */
function challengedField(options) {
  const { field, input } = textField(t("play.player.name"), {
    value: options.player,
    maxlength: 24,
    autocomplete: "off",
  });
  input.addEventListener("input", () => {
    options.player = input.value.trim();
  });
  return field;
}

/** Names for two people who share the device. @param {Game} game @param {Options} options */
function nameFields(game, options) {
  const fields = game.seats.map((seat) => {
    const { field, input } = textField(t("play.nameOf", { seat: seatName(seat) }), {
      value: options.names[seat] ?? "",
      maxlength: 24,
      autocomplete: "off",
    });
    input.addEventListener("input", () => {
      options.names = { ...options.names, [seat]: input.value.trim() };
    });
    return field;
  });
  return el("div", { class: "option-grid" }, fields);
}

/**
 * @param {Game} game
 * @param {Options} options
 * @param {Game[]} family
 * @param {string[]} choices
 * @param {() => void} changed
 */
function optionFields(game, options, family, choices, changed) {
  const line = options.opponent === "here" && game.hidden ? "play.here.hidden" : `play.${options.opponent}.line`;
  const seats = [
    { value: "", text: t("play.seat.any") },
    ...game.seats.map((seat) => ({ value: seat, text: seatName(seat) })),
  ];
  return [
    radioGroup(
      t("play.against"),
      choices.map((value) => ({ value, text: t(`play.${value}`) })),
      options.opponent,
      (value) => {
        options.opponent = value;
        changed();
      },
    ),
    el("p", { class: "muted option-help" }, t(line)),
    options.opponent === "engine" && game.levels.length > 0 && levelField(game, options),
    options.opponent === "here" && nameFields(game, options),
    options.opponent === "player" && challengedField(options),
    options.opponent !== "here" && radioGroup(t("play.seat"), seats, options.seat, (value) => {
      options.seat = value;
    }),
    el(
      "div",
      { class: "option-grid" },
      family.length > 1 &&
        selectField(
          t("play.rules"),
          family.map(({ id, title }) => ({ value: id, text: title })),
          game.id,
          (id) => navigate(`/play/${id}`),
        ),
      clockField(options.control, (control) => {
        options.control = control;
      }),
    ),
    options.opponent === "friend" && checkbox(t("play.private"), options.private, (checked) => {
      options.private = checked;
    }),
  ];
}

/** @param {Game} game @param {Options} options @param {Game[]} family @param {string | null} start */
function form(game, options, family, start) {
  const fields = el("div");
  const choices = opponents(game, start);
  if (!choices.includes(options.opponent)) options.opponent = choices[0];
  const draw = renderOnChange(
    fields,
    () => optionFields(game, options, family, choices, () => draw({ opponent: options.opponent })),
  );
  draw({ opponent: options.opponent });
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const startButton = button(t("play.go"), async () => {
    startButton.disabled = true;
    await startMatch(game, options, start).catch((error) => {
      problem.textContent = errorText(error);
      problem.hidden = false;
      startButton.disabled = false;
    });
  }, { class: "primary wide" });
  return el(
    "div",
    { class: "play-form" },
    start && el("p", { class: "note" }, t("play.fromPosition")),
    fields,
    problem,
    startButton,
  );
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, query }) {
  const catalogue = await games();
  const game = parts[0] ? await gameOf(parts[0]) : familiarGame(catalogue);
  const family = catalogue.filter((other) => other.family === game.family);
  const start = query.get("start");
  const options = storedOptions(game);
  if (query.has("anyone")) options.opponent = "anyone";
  if (query.get("opponent") === "engine") options.opponent = "engine";
  if (game.seats.includes(query.get("seat") ?? "")) options.seat = query.get("seat") ?? "";
  const player = query.get("player");
  if (player) Object.assign(options, { opponent: "player", player });
  return {
    title: t("play.title", { game: game.title }),
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
          previewBoard(game, undefined, start).element,
          el(
            "p",
            { class: "row play-links" },
            link(`/rules/${game.id}`, t("play.readRules")),
            link(`/editor/${game.id}`, t("play.editor")),
            !game.hidden && link(`/analysis/${game.id}`, t("analysis.title")),
          ),
        ),
        form(game, options, family, start),
      ),
    ),
  };
}
