/** The position editor: the server checks every position, and games can start from it. */

import { Board } from "../board/board.js";
import { Tray } from "../board/tray.js";
import { t } from "../i18n/messages.js";
import { game as gameOf, games, post } from "../net/api.js";
import { navigate } from "../router.js";
import * as placement from "../state/placement.js";
import { NO_HINTS } from "../state/plain_board.js";
import { settings } from "../state/settings_store.js";
import { radioGroup, selectField, textField } from "../ui/fields.js";
import { button, el, link } from "../ui/element.js";
import { familiarGame } from "../ui/familiar_game.js";
import { seatName } from "../ui/names.js";
import { hideFaceDown } from "../ui/board_preview.js";
import { errorText } from "../ui/error_text.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Position} Position */

class Editor {
  #pieces = placement.unlimitedPlacement();
  #result = el("p", { class: "status", role: "status" });
  #turn = el("div");
  #checks = 0;

  /** @param {Game} game @param {HTMLElement} chooser */
  constructor(game, chooser) {
    this.game = game;
    this.chooser = chooser;
    this.colours = [...new Set(game.pieces.flatMap((piece) => piece.colour ?? []))];
    this.toMove = this.colours[0];
    this.board = new Board(game, settings(), {
      selected: (square) => this.#select(square),
      dragStarted: (square) => this.#startDrag(square),
      dropped: (_, square) =>
        this.#change(square === null ? placement.returnToTray(this.#pieces) : placement.place(this.#pieces, square)),
      cancelled: () => this.#show({ ...this.#pieces, held: null }),
    }, t("editor.title"));
    this.tray = new Tray(this.board, {
      selected: (kind) => this.#show(placement.holdKind(this.#pieces, kind)),
      dropped: (kind, square) => square !== null && this.#change(placement.placeKind(this.#pieces, kind, square)),
    }, t("setup.tray"));
    const { field, input } = textField(t("editor.text"), { spellcheck: "false", autocomplete: "off" });
    this.text = input;
    this.textForm = el(
      "form",
      { onsubmit: (/** @type {Event} */ event) => this.#read(event) },
      field,
      el("button", {}, t("editor.read")),
    );
    this.play = link("#", t("editor.play"), { class: "button primary wide" });
    this.analyse = link("#", t("analysis.analyse"), { class: "button wide", hidden: game.hidden });
  }

  /** @param {string | null} text */
  async open(text) {
    await this.board.ready();
    await this.#load(text);
    return this.#arrange();
  }

  /** Places the held piece, or removes the same one; without a held piece, picks one up. @param {string} square */
  #select(square) {
    const held = this.#pieces.held;
    if (held?.from === "tray" && this.#pieces.placed.get(square) === held.kind) {
      this.#change({ ...placement.returnToTray(placement.holdSquare(this.#pieces, square)), held });
    } else {
      const next = placement.selectSquare(this.#pieces, square);
      if (next.placed === this.#pieces.placed) this.#show(next);
      else this.#change(next);
    }
  }

  /** @param {string} square @returns {boolean} */
  #startDrag(square) {
    if (!this.#pieces.placed.has(square)) return false;
    this.#show(placement.holdSquare(this.#pieces, square));
    return true;
  }

  /** @param {placement.Placement} pieces */
  #show(pieces) {
    this.#pieces = pieces;
    const { held } = pieces;
    const hints = { ...NO_HINTS, selected: held?.from === "board" ? [held.square] : [] };
    this.board.show({ pieces: placement.pieces(pieces), hints });
    this.tray.show(
      this.game.pieces.map(({ id, name }) => ({
        kind: id,
        name,
        count: null,
        held: held?.from === "tray" && held.kind === id,
      })),
    );
  }

  /** @param {placement.Placement} pieces */
  #change(pieces) {
    this.#show(pieces);
    return this.#check({ pieces: placement.pieces(pieces), colour: this.toMove });
  }

  /** @param {string | null} text */
  #load(text) {
    return this.#check({ text }, (reply) => {
      this.#show(placement.withPieces(this.#pieces, hideFaceDown(this.game, reply.view.pieces)));
      this.toMove = reply.colour ?? this.toMove;
      this.#drawTurn();
    });
  }

  /** @param {Record<string, unknown>} position @param {(reply: Position) => void} [then] */
  async #check(position, then) {
    this.#checks += 1;
    const check = this.#checks;
    try {
      /** @type {Position} */
      const reply = await post(`/api/games/${this.game.id}/positions`, position);
      if (check !== this.#checks) return;
      then?.(reply);
      this.#showLegal(reply);
    } catch (error) {
      if (check === this.#checks) this.#showError(errorText(error));
    }
  }

  /** @param {Position} reply */
  #showLegal({ view, moves, outcome }) {
    this.text.value = view.text;
    this.#result.textContent = outcome ? t("editor.over") : t("editor.good", { count: moves.length });
    this.#result.dataset.tone = "turn";
    this.play.setAttribute("href", `/play/${this.game.id}?start=${encodeURIComponent(view.text)}`);
    this.play.toggleAttribute("hidden", outcome !== null);
    this.analyse.hidden = this.game.hidden;
    this.analyse.setAttribute("href", `/analysis/${this.game.id}?start=${encodeURIComponent(view.text)}`);
  }

  /** @param {string} text */
  #showError(text) {
    this.#result.textContent = text;
    this.#result.dataset.tone = "warn";
    for (const way of [this.play, this.analyse]) way.hidden = true;
  }

  /** @param {Event} event */
  #read(event) {
    event.preventDefault();
    this.#load(this.text.value.trim() || null);
  }

  #drawTurn() {
    const colours = this.colours.map((colour) => ({ value: colour, text: seatName(colour) }));
    this.#turn.replaceChildren(radioGroup(t("editor.turn"), colours, this.toMove, (colour) => {
      this.toMove = colour;
      this.#change(this.#pieces);
    }));
  }

  #arrange() {
    return el(
      "div",
      { class: "editor" },
      el("div", { class: "board-holder" }, this.board.element),
      el(
        "div",
        { class: "editor-side" },
        this.chooser,
        this.tray.element,
        this.#turn,
        el(
          "div",
          { class: "row" },
          button(t("editor.start"), () => this.#load(null)),
          button(t("editor.clear"), () => this.#change(placement.withPieces(this.#pieces, []))),
        ),
        this.textForm,
        this.#result,
        this.play,
        this.analyse,
      ),
    );
  }
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, query }) {
  const catalogue = await games();
  const game = parts[0] ? await gameOf(parts[0]) : familiarGame(catalogue);
  const options = catalogue.map(({ id, title }) => ({ value: id, text: title }));
  const editor = new Editor(game, selectField(t("editor.game"), options, game.id, (id) => navigate(`/editor/${id}`)));
  const node = await editor.open(query.get("start"));
  return {
    title: t("editor.title"),
    node: el(
      "div",
      { class: "position-editor" },
      el("header", { class: "page-head" }, el("h1", {}, t("editor.title")), el("p", {}, t("editor.line"))),
      node,
    ),
    destroy: () => editor.board.destroy(),
  };
}
