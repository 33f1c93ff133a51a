/** One board for every game: its shape comes from the catalogue, its pieces from a view. */

import { isNumbered, usesLetters } from "../state/notation.js";
import { SquareGrid } from "./grid.js";
import { drawGroundHints, drawTargets } from "./hints.js";
import { layoutOf } from "./geometry.js";
import { PieceLayer } from "./pieces.js";
import { listen, squareUnder } from "./pointer.js";
import { squareLabel } from "./aria_labels.js";
import { listenForShapes } from "./shape_input.js";
import { ShapeLayer } from "./shape_layer.js";
import { spritesFor } from "./sprites.js";
import { drawCoordinates, drawSurface, viewBox } from "./surface.js";
import { svg } from "./svg.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("./pieces.js").BoardPiece} BoardPiece */
/** @typedef {import("../state/view_model.js").Hints} Hints */
/** @typedef {import("../state/settings.js").Settings} Settings */
/**
 * @typedef {object} BoardState
 * @property {BoardPiece[]} pieces
 * @property {Hints} hints
 * @property {boolean} [flipped]
 * @property {string[]} [path] the squares along which the latest move is animated
 * @property {boolean} [animated] whether pieces that changed or left are animated, also without a path
 * @property {number} [duration] milliseconds of one step, if it is not the usual time
 * @property {boolean} [disabled] whether no piece can be moved now
 */
/**
 * @typedef {object} BoardHandlers
 * @property {(square: string) => void} selected
 * @property {(square: string) => boolean} [dragStarted] returns whether the piece can be dragged
 * @property {(from: string, square: string | null) => void} [dropped]
 * @property {() => void} [cancelled]
 * @property {(square: string) => void} [entered] a square selected by the keyboard, if that differs
 * @property {boolean} [drawable] whether arrows and circles can be drawn
 */

const NARROW = "(max-width: 620px)";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** @param {Settings} settings @returns {number} milliseconds for one step of a moving piece */
export const stepDuration = (settings) => (matchMedia(REDUCED_MOTION).matches ? 0 : settings.animation);

/** Which piece stands where: when it changes, arrows and circles are removed. @param {BoardState} state */
const standingKey = ({ pieces }) => pieces.map(({ square, kind }) => `${square} ${kind}`).sort().join();

export class Board {
  #shape;
  #svg = svg("svg", { class: "board-art", "aria-hidden": "true", focusable: "false" });
  #ground = svg("g", { class: "hints" });
  #targets = svg("g", { class: "targets" });
  /** Arrows and circles. */
  shapes = new ShapeLayer(() => this.#state && this.#updateLabels(this.#state));
  /** @type {PieceLayer | null} */
  #pieces = null;
  #loadedSets = "";
  #surfaceKey = "";
  /** @type {BoardState | null} */
  #state = null;
  #narrow = matchMedia(NARROW);
  #redraw = () => this.#state && this.show({ ...this.#state, path: [], animated: false });

  /**
   * @param {Game} game
   * @param {Settings} settings
   * @param {BoardHandlers | null} handlers null for a board that cannot be used
   * @param {string} label
   */
  constructor(game, settings, handlers, label) {
    this.game = game;
    this.settings = settings;
    this.#shape = game.board;
    this.layout = layoutOf(game.board);
    /** An element that is laid out by the size of the board. @type {HTMLElement | null} */
    this.container = null;
    this.element = document.createElement("div");
    this.element.className = "board";
    this.grid = handlers
      ? new SquareGrid({
        selected: handlers.entered ?? handlers.selected,
        cancelled: () => this.#cancel(handlers),
        drawn: handlers.drawable ? (shape) => this.shapes.toggle(shape) : null,
      }, label)
      : null;
    this.element.append(this.#svg, ...(this.grid ? [this.grid.element] : []));
    if (!this.grid) {
      this.element.setAttribute("role", "img");
      this.element.setAttribute("aria-label", label);
    }
    if (handlers) this.#listen(handlers);
  }

  /** @param {BoardHandlers} handlers */
  #cancel(handlers) {
    this.shapes.clear();
    handlers.cancelled?.();
  }

  /** @param {BoardHandlers} handlers */
  #listen(handlers) {
    this.#narrow.addEventListener("change", this.#redraw);
    const cancelPress = listen(this.element, {
      layout: () => this.layout,
      pieceAt: (square) => this.#pieces?.at(square) ?? null,
      handlers: {
        selected: handlers.selected,
        dragStarted: handlers.dragStarted ?? (() => false),
        dropped: (from, square) => {
          handlers.dropped?.(from, square);
          this.#redraw();
        },
      },
    });
    if (handlers.drawable) this.allowShapes(cancelPress);
  }

  /** Lets the viewer draw arrows and circles. @param {() => void} [cancelPress] ends a press that became a drawing */
  allowShapes(cancelPress = () => {}) {
    listenForShapes(this.element, {
      layer: this.shapes,
      squareAt: ({ clientX, clientY }) =>
        squareUnder(this.element.getBoundingClientRect(), this.layout, clientX, clientY).square,
      cancelPress,
    });
  }

  /** Loads the piece set. @returns {Promise<this>} */
  async ready() {
    const chosen = JSON.stringify(this.settings.sets);
    if (this.#loadedSets === chosen) return this;
    const spriteOf = await spritesFor(this.game.pieces, this.settings.sets);
    this.spriteOf = spriteOf;
    this.#loadedSets = chosen;
    if (this.#pieces) this.#pieces.setSprites(spriteOf);
    else this.#pieces = new PieceLayer(spriteOf);
    this.#redraw();
    return this;
  }

  /** @param {Settings} settings */
  applySettings(settings) {
    this.settings = settings;
    this.ready().then(() => this.#redraw());
  }

  /** @param {BoardState} state */
  show(state) {
    if (this.#state && standingKey(this.#state) !== standingKey(state)) this.shapes.clear();
    this.#state = state;
    if (!this.#pieces) return;
    this.#drawSurface(Boolean(state.flipped));
    const duration = state.path?.length || state.animated ? state.duration ?? stepDuration(this.settings) : 0;
    this.#pieces.show(state.pieces, this.layout, { path: state.path ?? [], duration });
    this.#ground.replaceChildren(...drawGroundHints(state.hints, this.layout));
    const occupied = new Set(state.pieces.map((piece) => piece.square));
    this.#targets.replaceChildren(...drawTargets(state.hints, this.layout, occupied));
    this.#updateLabels(state);
  }

  /** Squares with numbers show them; all others are named by letters at the edges. @returns {import("./surface.js").Coordinates} */
  #coordinates() {
    if (this.settings.coordinates === "none") return "none";
    return isNumbered(this.game) && !usesLetters(this.game, this.settings) ? "numbers" : "letters";
  }

  /** @param {boolean} flipped */
  #drawSurface(flipped) {
    const orientation = { flipped, upright: this.#narrow.matches && this.grid !== null };
    const { board } = this.settings;
    const coordinates = this.#coordinates();
    const key = JSON.stringify([orientation, coordinates, board]);
    if (key === this.#surfaceKey || !this.#pieces) return;
    this.#surfaceKey = key;
    this.layout = layoutOf(this.#shape, orientation);
    this.#svg.setAttribute("viewBox", viewBox(this.layout));
    this.element.dataset.style = board;
    for (const element of [this.element, this.container]) {
      element?.style.setProperty("--columns", String(this.layout.columns));
      element?.style.setProperty("--rows", String(this.layout.rows));
    }
    this.#svg.replaceChildren(
      drawSurface(this.layout),
      this.#ground,
      this.#pieces.fading,
      this.#pieces.element,
      drawCoordinates(this.#shape, this.layout, orientation, coordinates),
      this.#targets,
      this.shapes.element,
    );
    this.shapes.setLayout(this.layout);
    this.grid?.build(this.layout);
  }

  /** @param {BoardState} state */
  #updateLabels(state) {
    if (!this.grid) return;
    const standing = new Map(state.pieces.map((piece) => [piece.square, piece]));
    const labelOf = (/** @type {string} */ square) =>
      squareLabel(this.game, square, standing.get(square), state.hints, this.shapes.shapes);
    this.grid.update(labelOf, { selected: state.hints.selected, disabled: Boolean(state.disabled) });
  }

  destroy() {
    this.#narrow.removeEventListener("change", this.#redraw);
  }
}
