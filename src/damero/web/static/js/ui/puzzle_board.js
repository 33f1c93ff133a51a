/** A board on which one side's moves are chosen from those that the server sends: by clicks, drags, keys or text. */

import { Board, stepDuration } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { drop, finalSquares, movable, nextSquares, select } from "../state/selection.js";
import { hintShapes } from "../state/shapes.js";
import { settings } from "../state/settings_store.js";
import { isFlippedFor, NO_HINTS } from "../state/plain_board.js";
import { capturedSquares } from "../state/view_model.js";
import { el } from "./element.js";
import { typedMove } from "./typed_move.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Position} Position */
/** @typedef {import("../wire.js").PuzzleFrame} PuzzleFrame */
/** @typedef {import("../wire.js").Route} Route */

/** Milliseconds between the moves of a line that is shown. */
const PAUSE = 450;

/** Whether a part of the page has the focus, which is lost when its content is exchanged. @param {HTMLElement} part */
export const hasFocus = (part) => part.contains(document.activeElement);

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class PuzzleBoard {
  /** @type {string[]} */
  #selected = [];
  /** @type {Route[]} */
  #routes = [];
  /** @type {string[]} */
  #marked = [];
  /** @type {PuzzleFrame | null} */
  #latest = null;
  /** @type {import("../wire.js").View | null} */
  #view = null;
  #shown = 0;

  /**
   * @param {Game} game @param {string} seat @param {(text: string) => void} play
   * @param {((squares: string[]) => void) | null} [refused] is told the squares of a move that is not legal
   */
  constructor(game, seat, play, refused = null) {
    this.game = game;
    this.play = play;
    this.refused = refused;
    this.flipped = isFlippedFor(game, seat);
    this.board = new Board(game, settings(), {
      selected: (square) => this.#apply(select(this.#routes, this.#selected, square)),
      dragStarted: (square) => this.#startDrag(square),
      dropped: (_, square) => square !== null && this.#apply(drop(this.#routes, this.#selected, square)),
      cancelled: () => this.#select([]),
    }, t("board.label", { game: game.title }));
    this.typed = typedMove(game, (text) => this.play(text));
    this.typed.show({ player: true, turn: true });
    this.element = el("div", { class: "board-holder" }, this.board.element);
  }

  ready() {
    return this.board.ready();
  }

  /** For who moves by keys. */
  focus() {
    const square = /** @type {HTMLElement | null} */ (this.element.querySelector('.square[tabindex="0"]'));
    square?.focus({ preventScroll: true });
  }

  /** Shows a position whose moves can be chosen. @param {Position} position */
  show({ view, moves }) {
    this.#shown += 1;
    this.#view = view;
    this.#routes = moves;
    this.#marked = [];
    this.#select([]);
    this.typed.show({ player: true, turn: moves.length > 0, moves });
  }

  /** Forgets the latest move. */
  reset() {
    this.#latest = null;
  }

  /** A hint: the square of a piece, or the way of a move. @param {string[]} squares */
  suggest(squares) {
    this.board.shapes.set(hintShapes(squares));
  }

  /** Marks the squares that a refusal is about. @param {string[]} squares */
  mark(squares) {
    this.#marked = squares;
    this.#draw([]);
  }

  /** No move can be chosen until the next position is shown. */
  lock() {
    this.#routes = [];
    this.#select([]);
    this.typed.show({ player: true, turn: false });
  }

  /** Plays a line, move by move; another position that is shown meanwhile ends it. @param {PuzzleFrame[]} frames */
  async playLine(frames) {
    this.lock();
    this.#shown += 1;
    const line = this.#shown;
    for (const frame of frames) {
      this.#view = frame.view;
      this.#latest = frame;
      this.#draw(frame.squares);
      await wait(PAUSE + (frame.squares.length - 1) * stepDuration(settings()));
      if (line !== this.#shown) return;
    }
  }

  /** @param {string} square */
  #startDrag(square) {
    if (!movable(this.#routes).includes(square)) return false;
    this.#select([square]);
    return true;
  }

  /** @param {import("../state/selection.js").Selection} selection */
  #apply(selection) {
    if (selection.type === "move") {
      this.#select([]);
      this.play(selection.route.text);
    } else if (selection.type === "impossible" && this.refused && this.#routes.length > 0) {
      this.#refuse(selection.squares, this.refused);
    } else {
      this.#select(selection.type === "selected" ? selection.squares : []);
    }
  }

  /**
   * A piece that cannot move can be selected, so that the next square says where it should go.
   * @param {string[]} squares @param {(squares: string[]) => void} tell
   */
  #refuse(squares, tell) {
    const holdsPiece = this.#view?.pieces.some(({ square }) => square === squares[0]) ?? false;
    this.#select(squares.length === 1 && holdsPiece ? squares : []);
    if (squares.length > 1) tell(squares);
  }

  /** @param {string[]} squares */
  #select(squares) {
    this.#selected = squares;
    this.#draw([]);
  }

  /** @param {string[]} path */
  #draw(path) {
    const selecting = this.#selected.length > 0;
    const hints = {
      ...NO_HINTS,
      movable: selecting ? [] : movable(this.#routes),
      selected: this.#selected,
      targets: selecting ? nextSquares(this.#routes, this.#selected) : [],
      finalTargets: selecting ? finalSquares(this.#routes, this.#selected) : [],
      latest: this.#latest?.squares ?? [],
      captured: this.#latest ? capturedSquares(/** @type {any} */ (this.#latest)) : [],
      involved: this.#marked,
    };
    const pieces = this.#view?.pieces ?? [];
    this.board.show({ pieces, hints, flipped: this.flipped, path, animated: path.length > 0 });
  }

  destroy() {
    this.#shown += 1;
    this.board.destroy();
  }
}
