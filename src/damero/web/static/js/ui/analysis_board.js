/** The board of an analysis: both sides are moved freely, arrows can be drawn, and it can be turned. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { moveText } from "../state/notation.js";
import { drop, finalSquares, movable, nextSquares, select } from "../state/selection.js";
import { settings } from "../state/settings_store.js";
import { isFlippedFor, NO_HINTS } from "../state/plain_board.js";
import { capturedSquares } from "../state/view_model.js";
import { announce } from "./announce.js";
import { el } from "./element.js";

/** @typedef {import("./analysis_session.js").AnalysisSession} AnalysisSession */
/** @typedef {import("../state/shapes.js").Shape} Shape */

/** The arrow of a move. @param {string[]} squares @param {import("../state/shapes.js").ShapeColour} colour @returns {Shape} */
export const arrow = (squares, colour) => ({ from: squares[0], to: squares[squares.length - 1], colour });

export class AnalysisBoard {
  /** @type {string[]} */
  #selected = [];

  /** @param {AnalysisSession} session */
  constructor(session) {
    this.session = session;
    this.flipped = false;
    this.board = new Board(session.game, settings(), {
      selected: (square) => this.#apply(select(this.#routes(), this.#selected, square)),
      dragStarted: (square) => this.#startDrag(square),
      dropped: (_, square) => square !== null && this.#apply(drop(this.#routes(), this.#selected, square)),
      cancelled: () => this.#select([]),
      drawable: true,
    }, t("board.label", { game: session.game.title }));
    this.element = el("div", { class: "board-holder" }, this.board.element);
    session.onChange((change) => this.#changed(change));
  }

  ready() {
    return this.board.ready();
  }

  flip() {
    this.flipped = !this.flipped;
    this.#draw([]);
  }

  /** Turns the board to a seat. @param {string} seat */
  turnTo(seat) {
    this.flipped = isFlippedFor(this.session.game, seat);
    this.#draw([]);
  }

  /** Arrows of the engine. @param {Shape[]} shapes */
  suggest(shapes) {
    this.board.shapes.suggest(shapes);
  }

  #routes() {
    return this.session.position?.moves ?? [];
  }

  /** @param {import("./analysis_session.js").Change} change */
  #changed({ moved, before }) {
    const { path } = this.session.state;
    this.#selected = [];
    if (moved) this.suggest([]);
    const position = this.session.position;
    const forward = moved && path.length === before.length + 1;
    this.#draw(forward ? position?.squares ?? [] : []);
    if (forward && position) announce(moveText(this.session.game, position));
  }

  /** @param {string} square */
  #startDrag(square) {
    if (!movable(this.#routes()).includes(square)) return false;
    this.#select([square]);
    return true;
  }

  /** @param {import("../state/selection.js").Selection} selection */
  #apply(selection) {
    if (selection.type === "move") {
      this.#select([]);
      this.session.play(selection.route.text);
    } else {
      this.#select(selection.type === "selected" ? selection.squares : []);
    }
  }

  /** @param {string[]} squares */
  #select(squares) {
    this.#selected = squares;
    this.#draw([]);
  }

  /** @param {string[]} path */
  #draw(path) {
    const position = this.session.position;
    if (!position) return;
    const routes = this.#routes();
    const selecting = this.#selected.length > 0;
    const hints = {
      ...NO_HINTS,
      movable: selecting ? [] : movable(routes),
      selected: this.#selected,
      targets: selecting ? nextSquares(routes, this.#selected) : [],
      finalTargets: selecting ? finalSquares(routes, this.#selected) : [],
      latest: position.squares,
      captured: capturedSquares(/** @type {any} */ (position)),
    };
    const { pieces } = position.view;
    this.board.show({ pieces, hints, flipped: this.flipped, path, animated: path.length > 0 });
  }

  destroy() {
    this.board.destroy();
  }
}
