/** One board for every game: what it is comes from the catalogue, what stands on it from a view. */

import { SquareGrid } from "./grid.js";
import { drawGroundHints, drawTargets } from "./hints.js";
import { layout } from "./geometry.js";
import { PieceLayer } from "./pieces.js";
import { listen } from "./pointer.js";
import { spokenSquare } from "./aria_labels.js";
import { spritesFor } from "./sprites.js";
import { drawSurface, viewBox } from "./surface.js";
import { svg } from "./svg.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("./pieces.js").BoardPiece} BoardPiece */
/** @typedef {import("../state/view_model.js").Hints} Hints */
/** @typedef {import("../state/settings.js").Settings} Settings */
/**
 * @typedef {object} Picture
 * @property {BoardPiece[]} pieces
 * @property {Hints} hints
 * @property {boolean} [turned]
 * @property {string[]} [way] how the piece that moved last went
 * @property {boolean} [disabled] nothing can be moved now
 */
/**
 * @typedef {object} BoardHands
 * @property {(square: string) => void} touched
 * @property {(square: string) => boolean} [lifted]
 * @property {(from: string, square: string | null) => void} [dropped]
 * @property {() => void} [cancelled]
 */

const NARROW = "(max-width: 620px)";
const CALM = "(prefers-reduced-motion: reduce)";

/** @param {Settings} settings @returns {number} milliseconds for one step of a piece */
export const stepTime = (settings) => (matchMedia(CALM).matches ? 0 : settings.animation);

export class Board {
  #shape;
  #svg = svg("svg", { class: "board-art", "aria-hidden": "true", focusable: "false" });
  #ground = svg("g", { class: "hints" });
  #targets = svg("g", { class: "targets" });
  /** @type {PieceLayer | null} */
  #pieces = null;
  #dressed = "";
  #drawn = "";
  /** @type {Picture | null} */
  #picture = null;
  #narrow = matchMedia(NARROW);
  #redraw = () => this.#picture && this.show({ ...this.#picture, way: [] });

  /**
   * @param {Game} game
   * @param {Settings} settings
   * @param {BoardHands | null} hands null: a picture only
   * @param {string} label
   */
  constructor(game, settings, hands, label) {
    this.game = game;
    this.settings = settings;
    this.#shape = game.board;
    this.look = layout(game.board);
    /** What is as wide as the board. @type {HTMLElement | null} */
    this.frame = null;
    this.element = document.createElement("div");
    this.element.className = "board";
    this.grid = hands
      ? new SquareGrid({ touched: hands.touched, cancelled: hands.cancelled ?? (() => {}) }, label)
      : null;
    this.element.append(this.#svg, ...(this.grid ? [this.grid.element] : []));
    if (!this.grid) {
      this.element.setAttribute("role", "img");
      this.element.setAttribute("aria-label", label);
    }
    if (hands) this.#listen(hands);
  }

  /** @param {BoardHands} hands */
  #listen(hands) {
    this.#narrow.addEventListener("change", this.#redraw);
    listen(this.element, {
      look: () => this.look,
      pieceAt: (square) => this.#pieces?.at(square) ?? null,
      hands: {
        touched: hands.touched,
        lifted: hands.lifted ?? (() => false),
        dropped: (from, square) => {
          hands.dropped?.(from, square);
          this.#redraw();
        },
      },
    });
  }

  /** Loads the pictures of the pieces. @returns {Promise<this>} */
  async ready() {
    const chosen = JSON.stringify(this.settings.sets);
    if (this.#dressed === chosen) return this;
    const spriteOf = await spritesFor(this.game.pieces, this.settings.sets);
    this.spriteOf = spriteOf;
    this.#dressed = chosen;
    if (this.#pieces) this.#pieces.dress(spriteOf);
    else this.#pieces = new PieceLayer(spriteOf);
    this.#redraw();
    return this;
  }

  /** @param {Settings} settings */
  dress(settings) {
    this.settings = settings;
    this.ready().then(() => this.#redraw());
  }

  /** @param {Picture} picture */
  show(picture) {
    this.#picture = picture;
    if (!this.#pieces) return;
    this.#drawGround(Boolean(picture.turned));
    const time = picture.way?.length ? stepTime(this.settings) : 0;
    this.#pieces.show(picture.pieces, this.look, { way: picture.way ?? [], time });
    this.#ground.replaceChildren(...drawGroundHints(picture.hints, this.look));
    const occupied = new Set(picture.pieces.map((piece) => piece.square));
    this.#targets.replaceChildren(...drawTargets(picture.hints, this.look, occupied));
    this.#speak(picture);
  }

  /** @param {boolean} turned */
  #drawGround(turned) {
    const how = { turned, upright: this.#narrow.matches && this.grid !== null };
    const { coordinates, board } = this.settings;
    const key = JSON.stringify([how, coordinates, board]);
    if (key === this.#drawn || !this.#pieces) return;
    this.#drawn = key;
    this.look = layout(this.#shape, how);
    this.#svg.setAttribute("viewBox", viewBox(this.look));
    this.element.dataset.style = board;
    for (const element of [this.element, this.frame]) {
      element?.style.setProperty("--columns", String(this.look.columns));
      element?.style.setProperty("--rows", String(this.look.rows));
    }
    const surface = drawSurface(this.#shape, this.look, how, coordinates);
    this.#svg.replaceChildren(surface, this.#ground, this.#pieces.leaving, this.#pieces.element, this.#targets);
    this.grid?.build(this.look);
  }

  /** @param {Picture} picture */
  #speak(picture) {
    if (!this.grid) return;
    const standing = new Map(picture.pieces.map((piece) => [piece.square, piece]));
    const spoken = (/** @type {string} */ square) =>
      spokenSquare(this.game, square, standing.get(square), picture.hints);
    this.grid.speak(spoken, { selected: picture.hints.touched, disabled: Boolean(picture.disabled) });
  }

  leave() {
    this.#narrow.removeEventListener("change", this.#redraw);
  }
}
