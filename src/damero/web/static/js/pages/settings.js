/** The settings: appearance, playing and the account. Every change is stored and shown at once. */

import { PIECE_GROUPS } from "../art/artwork.js";
import { pieceIcon, spritesFor } from "../board/sprites.js";
import { t } from "../i18n/messages.js";
import { games } from "../net/api.js";
import { SPEEDS } from "../state/clock.js";
import { CHOICES, RANGES } from "../state/settings.js";
import { changeSettings, settings } from "../state/settings_store.js";
import { showAccount } from "../ui/account_panel.js";
import { checkbox, radioGroup } from "../ui/fields.js";
import { percentField } from "../ui/percent_field.js";
import { el } from "../ui/element.js";
import { previewBoard } from "../ui/board_preview.js";
import { languageField } from "../ui/language_switch.js";
import { playSound } from "../ui/sound.js";

/** @typedef {import("../state/settings.js").Settings} Settings */
/** @typedef {import("../wire.js").Game} Game */

/** @param {"theme" | "board" | "coordinates" | "animation"} key @param {(value: string) => void} changed */
const setting = (key, changed) =>
  radioGroup(
    t(`settings.${key}`),
    (CHOICES[key] ?? []).map((value) => ({
      value: String(value),
      text: [key === "board" && el("span", { class: "swatch", "data-style": value }), t(`settings.${key}.${value}`)]
        .filter((part) => part !== false),
    })),
    String(settings()[key]),
    changed,
  );

/** Three different pieces of a set. @param {string[]} kinds @param {string} group @param {string} set */
async function sample(kinds, group, set) {
  const spriteOf = await spritesFor(kinds.map((id) => ({ id, name: id, colour: null, symbol: "", label: "" })), {
    [group]: set,
  });
  const picks = [0.45, 0.5, 0.99].map((share) => kinds[Math.floor(share * kinds.length)]);
  return picks.map((kind) => pieceIcon(spriteOf, kind));
}

/** @param {() => void} redraw */
async function pieceSets(redraw) {
  return await Promise.all(PIECE_GROUPS.map(async ({ id, kinds, sets }) =>
    radioGroup(
      t(`settings.pieces.${id}`),
      await Promise.all(
        sets.map(async (set) => ({
          value: set,
          text: [...(await sample(kinds, id, set)), t(`settings.set.${set}`)],
        })),
      ),
      settings().sets[id] ?? sets[0],
      (set) => {
        changeSettings({ sets: { ...settings().sets, [id]: set } });
        redraw();
      },
    )
  ));
}

/** A preview of one board of every family. @param {Game[]} catalogue */
function previews(catalogue) {
  const firsts = [...Map.groupBy(catalogue, (game) => game.family).values()].map(([first]) => first);
  const boards = firsts.map((game) => previewBoard(game));
  return {
    element: el("div", { class: "previews" }, boards.map((board) => board.element)),
    redraw: () => boards.forEach((board) => board.applySettings(settings())),
  };
}

/** @param {"volume" | "boardSize"} key @param {(value: number) => void} changed */
const percent = (key, changed) => percentField(t(`settings.${key}`), RANGES[key] ?? [0, 100], settings()[key], changed);

/** The speeds at which moves are confirmed. */
const confirmation = () =>
  el(
    "fieldset",
    { class: "checkboxes" },
    el("legend", {}, t("settings.confirm")),
    SPEEDS.map((speed) =>
      checkbox(t(`settings.confirm.${speed}`), settings().confirm.includes(speed), (checked) => {
        const others = settings().confirm.filter((other) => other !== speed);
        changeSettings({ confirm: checked ? [...others, speed] : others });
      })
    ),
  );

function playing() {
  const heard = (/** @type {Partial<Settings>} */ change) => {
    changeSettings(change);
    playSound("move");
  };
  return el(
    "section",
    { class: "card panel" },
    el("h2", {}, t("settings.playing")),
    setting("animation", (time) => changeSettings({ animation: Number(time) })),
    checkbox(t("settings.sound"), settings().sound, (sound) => heard({ sound })),
    percent("volume", (volume) => heard({ volume })),
    confirmation(),
    checkbox(t("settings.zen"), settings().zen, (zen) => changeSettings({ zen })),
    checkbox(t("settings.textBoard"), settings().textBoard, (open) => changeSettings({ textBoard: open })),
  );
}

/** @type {import("../router.js").MakePage} */
export async function page() {
  const catalogue = await games();
  const shown = previews(catalogue);
  const changed = (/** @type {Partial<Settings>} */ what) => {
    changeSettings(what);
    shown.redraw();
  };
  const accountPanel = el("section", { class: "card panel", id: "account", tabindex: "-1" });
  await showAccount(accountPanel).catch(() => {});
  return {
    title: t("settings.title"),
    node: el(
      "div",
      { class: "settings" },
      el("header", { class: "page-head" }, el("h1", {}, t("settings.title"))),
      el(
        "section",
        { class: "card panel" },
        el("h2", {}, t("settings.appearance")),
        languageField(),
        shown.element,
        setting("theme", (theme) => changed({ theme: /** @type {Settings["theme"]} */ (theme) })),
        setting("board", (board) => changed({ board: /** @type {Settings["board"]} */ (board) })),
        ...(await pieceSets(shown.redraw)),
        setting(
          "coordinates",
          (coordinates) => changed({ coordinates: /** @type {Settings["coordinates"]} */ (coordinates) }),
        ),
        percent("boardSize", (boardSize) => changeSettings({ boardSize })),
      ),
      playing(),
      accountPanel,
    ),
  };
}
