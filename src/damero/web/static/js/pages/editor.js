/** Setting up any position of any game, checked by the server, to play from it. */

import { Board } from "../board/board.js";
import { Tray } from "../board/tray.js";
import { say } from "../i18n/messages.js";
import { game as gameOf, games, post } from "../net/api.js";
import { go } from "../router.js";
import * as armies from "../state/placement.js";
import { NO_HINTS } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";
import { choice, picker, textField } from "../ui/fields.js";
import { button, el, link } from "../ui/element.js";
import { seatName } from "../ui/names.js";
import { asFound } from "../ui/board_preview.js";
import { sentence } from "../ui/error_text.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Position} Position */

class Editor {
  #army = armies.freeBoard();
  #said = el("p", { class: "status", role: "status" });
  #turn = el("div");
  #checks = 0;

  /** @param {Game} game @param {HTMLElement} chooser */
  constructor(game, chooser) {
    this.game = game;
    this.chooser = chooser;
    this.colours = [...new Set(game.pieces.flatMap((piece) => piece.colour ?? []))];
    this.toMove = this.colours[0];
    this.board = new Board(game, settings(), {
      touched: (square) => this.#touched(square),
      lifted: (square) => this.#lifted(square),
      dropped: (_, square) =>
        this.#changed(square === null ? armies.putBack(this.#army) : armies.putDown(this.#army, square)),
      cancelled: () => this.#show({ ...this.#army, held: null }),
    }, say("editor.title"));
    this.tray = new Tray(this.board, {
      chosen: (kind) => this.#show(armies.holdKind(this.#army, kind)),
      dropped: (kind, square) =>
        square !== null && this.#changed(armies.putDown(armies.holdKind({ ...this.#army, held: null }, kind), square)),
    }, say("setup.tray"));
    const { field, input } = textField(say("editor.text"), { spellcheck: "false", autocomplete: "off" });
    this.text = input;
    this.textForm = el(
      "form",
      { onsubmit: (/** @type {Event} */ event) => this.#read(event) },
      field,
      el("button", {}, say("editor.read")),
    );
    this.play = link("#", say("editor.play"), { class: "button primary go" });
  }

  /** @param {string | null} text */
  async open(text) {
    await this.board.ready();
    await this.#load(text);
    return this.#arranged();
  }

  /** With a piece in hand every touch puts one down; with none, a touch takes one up. @param {string} square */
  #touched(square) {
    const held = this.#army.held;
    if (held?.from === "tray" && this.#army.placed.get(square) === held.kind) {
      this.#changed({ ...armies.putBack(armies.holdSquare(this.#army, square)), held });
    } else {
      const next = armies.touchSquare(this.#army, square);
      if (next.placed === this.#army.placed) this.#show(next);
      else this.#changed(next);
    }
  }

  /** @param {string} square @returns {boolean} */
  #lifted(square) {
    if (!this.#army.placed.has(square)) return false;
    this.#show(armies.holdSquare(this.#army, square));
    return true;
  }

  /** @param {armies.Army} army */
  #show(army) {
    this.#army = army;
    const { held } = army;
    const hints = { ...NO_HINTS, touched: held?.from === "board" ? [held.square] : [] };
    this.board.show({ pieces: armies.pieces(army), hints });
    this.tray.show(
      this.game.pieces.map(({ id, name }) => ({
        kind: id,
        name,
        count: null,
        held: held?.from === "tray" && held.kind === id,
      })),
    );
  }

  /** @param {armies.Army} army */
  #changed(army) {
    this.#show(army);
    return this.#check({ pieces: armies.pieces(army), colour: this.toMove });
  }

  /** @param {string | null} text */
  #load(text) {
    return this.#check({ text }, (reply) => {
      this.#show(armies.arranged(this.#army, asFound(this.game, reply.view.pieces)));
      this.toMove = reply.colour ?? this.toMove;
      this.#drawTurn();
    });
  }

  /** @param {Record<string, unknown>} position @param {(reply: Position) => void} [then] */
  async #check(position, then) {
    this.#checks += 1;
    const mine = this.#checks;
    try {
      /** @type {Position} */
      const reply = await post(`/api/games/${this.game.id}/positions`, position);
      if (mine !== this.#checks) return;
      then?.(reply);
      this.#good(reply);
    } catch (problem) {
      if (mine === this.#checks) this.#bad(sentence(problem));
    }
  }

  /** @param {Position} reply */
  #good({ view, moves, outcome }) {
    this.text.value = view.text;
    this.#said.textContent = outcome ? say("editor.over") : say("editor.good", { count: moves.length });
    this.#said.dataset.tone = "turn";
    this.play.setAttribute("href", `/play/${this.game.id}?start=${encodeURIComponent(view.text)}`);
    this.play.toggleAttribute("hidden", outcome !== null);
  }

  /** @param {string} text */
  #bad(text) {
    this.#said.textContent = text;
    this.#said.dataset.tone = "warn";
    this.play.hidden = true;
  }

  /** @param {Event} event */
  #read(event) {
    event.preventDefault();
    this.#load(this.text.value.trim() || null);
  }

  #drawTurn() {
    const colours = this.colours.map((colour) => ({ value: colour, text: seatName(colour) }));
    this.#turn.replaceChildren(choice(say("editor.turn"), colours, this.toMove, (colour) => {
      this.toMove = colour;
      this.#changed(this.#army);
    }));
  }

  #arranged() {
    return el(
      "div",
      { class: "army" },
      el("div", { class: "board-holder" }, this.board.element),
      el(
        "div",
        { class: "army-side" },
        this.chooser,
        this.tray.element,
        this.#turn,
        el(
          "div",
          { class: "row" },
          button(say("editor.start"), () => this.#load(null)),
          button(say("editor.clear"), () => this.#changed(armies.arranged(this.#army, []))),
        ),
        this.textForm,
        this.#said,
        this.play,
      ),
    );
  }
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, query }) {
  const catalogue = await games();
  const game = await gameOf(parts[0] ?? catalogue[0].id);
  const options = catalogue.map(({ id, title }) => ({ value: id, text: title }));
  const editor = new Editor(game, picker(say("editor.game"), options, game.id, (id) => go(`/editor/${id}`)));
  const node = await editor.open(query.get("start"));
  return {
    title: say("editor.title"),
    node: el(
      "div",
      {},
      el("header", { class: "page-head" }, el("h1", {}, say("editor.title")), el("p", {}, say("editor.line"))),
      node,
    ),
    leave: () => editor.board.leave(),
  };
}
