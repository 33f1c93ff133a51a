/** Looks, playing and who you are. Every change is kept and shown at once. */

import { TABLES } from "../art/piece_groups.js";
import { pieceIcon, spritesFor } from "../board/sprites.js";
import { say } from "../i18n/messages.js";
import { games, me, patch, post, remove } from "../net/api.js";
import { CHOICES } from "../state/settings.js";
import { change, settings } from "../state/settings_store.js";
import { checkbox, choice, textField } from "../ui/fields.js";
import { button, el } from "../ui/element.js";
import { pictured } from "../ui/board_preview.js";
import { sentence } from "../ui/error_text.js";

/** @typedef {import("../state/settings.js").Settings} Settings */
/** @typedef {import("../wire.js").Game} Game */

/** @param {"theme" | "board" | "coordinates" | "animation"} key @param {(value: string) => void} changed */
const setting = (key, changed) =>
  choice(
    say(`settings.${key}`),
    (CHOICES[key] ?? []).map((value) => ({ value: String(value), text: say(`settings.${key}.${value}`) })),
    String(settings()[key]),
    changed,
  );

/** Three pieces of a set, as it will look. @param {string[]} kinds @param {string} table @param {string} set */
async function sample(kinds, table, set) {
  const spriteOf = await spritesFor(kinds.map((id) => ({ id, name: id, colour: null, symbol: "", label: "" })), {
    [table]: set,
  });
  const picks = [kinds[1], kinds[Math.floor(kinds.length / 2)], kinds[kinds.length - 1]];
  return picks.map((kind) => pieceIcon(spriteOf, kind));
}

/** @param {() => void} redraw */
async function pieceSets(redraw) {
  return await Promise.all(TABLES.map(async ({ id, kinds, sets }) =>
    choice(
      say(`settings.table.${id}`),
      await Promise.all(
        sets.map(async (set) => ({
          value: set,
          text: [...(await sample(kinds, id, set)), say(`settings.set.${set}`)],
        })),
      ),
      settings().sets[id] ?? sets[0],
      (set) => {
        change({ sets: { ...settings().sets, [id]: set } });
        redraw();
      },
    )
  ));
}

/** One board of every family, to see what was chosen. @param {Game[]} catalogue */
function previews(catalogue) {
  const firsts = [...Map.groupBy(catalogue, (game) => game.family).values()].map(([first]) => first);
  const boards = firsts.map((game) => pictured(game));
  return {
    element: el("div", { class: "previews" }, boards.map((board) => board.element)),
    redraw: () => boards.forEach((board) => board.dress(settings())),
  };
}

/** @param {HTMLElement} holder */
async function account(holder) {
  const { player, guest } = await me({ anew: true });
  const said = el("p", { role: "alert", class: "small" });
  const doing = (/** @type {Promise<unknown>} */ done) =>
    done.then(() => account(holder), (problem) => {
      said.textContent = sentence(problem);
    });
  const name = textField(say("settings.name"), {
    value: player.name,
    maxlength: 24,
    minlength: 2,
    autocomplete: "username",
  });
  const password = textField(say("settings.password"), {
    type: "password",
    minlength: 8,
    autocomplete: "current-password",
  });
  const entry = () => ({ name: name.input.value.trim(), password: password.input.value });
  const keep = button(say("settings.rename"), () => doing(patch("/api/me", { name: name.input.value.trim() })));
  holder.replaceChildren(
    el("h2", {}, say("settings.you")),
    el("p", { class: "soft" }, guest ? say("settings.guest") : say("settings.signedIn", { name: player.name })),
    name.field,
    ...(guest
      ? [
        el("form", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, password.field),
        el(
          "div",
          { class: "row" },
          keep,
          button(say("settings.signUp"), () => doing(post("/api/accounts", entry())), { class: "primary" }),
          button(say("settings.signIn"), () => doing(post("/api/sessions", entry()))),
        ),
      ]
      : [el("div", { class: "row" }, keep, button(say("settings.signOut"), () => doing(remove("/api/sessions"))))]),
    said,
  );
}

/** @type {import("../router.js").MakePage} */
export async function page() {
  const catalogue = await games();
  const shown = previews(catalogue);
  const changed = (/** @type {Partial<Settings>} */ what) => {
    change(what);
    shown.redraw();
  };
  const you = el("section", { class: "card panel" });
  await account(you).catch(() => {});
  return {
    title: say("settings.title"),
    node: el(
      "div",
      { class: "settings" },
      el("header", { class: "page-head" }, el("h1", {}, say("settings.title"))),
      shown.element,
      el(
        "section",
        { class: "card panel" },
        el("h2", {}, say("settings.looks")),
        setting("theme", (theme) => changed({ theme: /** @type {Settings["theme"]} */ (theme) })),
        setting("board", (board) => changed({ board: /** @type {Settings["board"]} */ (board) })),
        ...(await pieceSets(shown.redraw)),
        setting(
          "coordinates",
          (coordinates) => changed({ coordinates: /** @type {Settings["coordinates"]} */ (coordinates) }),
        ),
      ),
      el(
        "section",
        { class: "card panel" },
        el("h2", {}, say("settings.playing")),
        setting("animation", (time) => change({ animation: Number(time) })),
        checkbox(say("settings.sound"), settings().sound, (sound) => change({ sound })),
        checkbox(say("settings.confirm"), settings().confirm, (confirm) => change({ confirm })),
        checkbox(say("settings.textBoard"), settings().textBoard, (open) => change({ textBoard: open })),
      ),
      you,
    ),
  };
}
