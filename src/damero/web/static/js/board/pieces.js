/** The pieces on the board. Elements are kept from one position to the next, so that pieces can move, flip and fade out. */

import { SIDE } from "./surface.js";
import { svg } from "./svg.js";

/** A piece to draw on a square. @typedef {{ square: string, kind: string, marks?: string[] }} BoardPiece */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./sprites.js").SpriteOf} SpriteOf */
/** @typedef {{ piece: BoardPiece, element: SVGElement }} PieceElement */

const INSET = 4;

/** @param {Layout} layout @param {string} square @returns {string} */
function translation(layout, square) {
  const place = layout.places.get(square) ?? { x: 0, y: 0 };
  return `translate(${place.x * SIDE}px, ${place.y * SIDE}px)`;
}

/** @param {BoardPiece} piece @param {SpriteOf} spriteOf @returns {SVGElement} */
function drawPiece(piece, spriteOf) {
  const picture = svg("use", {
    href: `#${spriteOf(piece.kind)}`,
    x: INSET,
    y: INSET,
    width: SIDE - 2 * INSET,
    height: SIDE - 2 * INSET,
    class: "figure",
  });
  const marks = (piece.marks ?? []).map(markOnPiece);
  return svg("g", { class: `piece ${(piece.marks ?? []).join(" ")}`, "data-kind": piece.kind }, picture, ...marks);
}

const MARKS = {
  moved: "M-9 -6L-1 0L-9 6M0 -6L8 0L0 6",
  revealed: "M-11 0Q0 -11 11 0Q0 11 -11 0ZM-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
};

/** A mark around the origin. @param {string} mark @returns {SVGElement} */
export function drawMark(mark) {
  const path = MARKS[/** @type {keyof typeof MARKS} */ (mark)];
  if (!path) return svg("g");
  return svg("g", { class: `mark mark-${mark}` }, svg("circle", { r: 15 }), svg("path", { d: path }));
}

/** A mark at the foot of a piece. @param {string} mark @returns {SVGElement} */
const markOnPiece = (mark) => svg("g", { transform: `translate(${mark === "moved" ? 80 : 20} 82)` }, drawMark(mark));

/** @param {BoardPiece} one @param {BoardPiece} other */
const looksSame = (one, other) => one.kind === other.kind && (one.marks ?? []).join() === (other.marks ?? []).join();

export class PieceLayer {
  /** @type {Map<string, PieceElement>} */
  #elements = new Map();
  /** @type {SpriteOf} */
  #spriteOf;

  /** @param {SpriteOf} spriteOf */
  constructor(spriteOf) {
    this.#spriteOf = spriteOf;
    this.element = svg("g", { class: "pieces" });
    this.fading = svg("g", { class: "fading" });
  }

  /** @param {SpriteOf} spriteOf */
  setSprites(spriteOf) {
    this.#spriteOf = spriteOf;
    this.#elements.clear();
    this.element.replaceChildren();
  }

  /** @param {string} square @returns {SVGElement | null} */
  at(square) {
    return this.#elements.get(square)?.element ?? null;
  }

  /**
   * Shows these pieces. The moved piece is animated along `path`; `duration` is the time of one step (0: no animation).
   * @param {BoardPiece[]} pieces @param {Layout} layout @param {{ path: string[], duration: number }} motion
   */
  show(pieces, layout, { path, duration }) {
    const before = this.#elements;
    /** @type {Map<string, PieceElement>} */
    const after = new Map();
    const [start, end] = [path[0], path[path.length - 1]];
    for (const piece of pieces) {
      const arrived = piece.square === end && path.length > 1 && before.has(start) &&
        !pieces.some((other) => other.square === start);
      const old = before.get(arrived ? start : piece.square);
      if (old) before.delete(arrived ? start : piece.square);
      const current = this.#elementFor(old, piece);
      current.element.style.transform = translation(layout, piece.square);
      if (arrived && duration) this.#animateMove(current.element, layout, path, duration);
      else if (old && !looksSame(old.piece, piece) && duration) this.#animateFlip(old, current, layout, duration);
      after.set(piece.square, current);
    }
    for (const removed of before.values()) this.#fadeOut(removed, layout, duration);
    this.#elements = after;
  }

  /** @param {PieceElement | undefined} old @param {BoardPiece} piece @returns {PieceElement} */
  #elementFor(old, piece) {
    if (old && looksSame(old.piece, piece)) return { piece, element: old.element };
    const element = drawPiece(piece, this.#spriteOf);
    if (old) old.element.replaceWith(element);
    else this.element.append(element);
    return { piece, element };
  }

  /** @param {SVGElement} element @param {Layout} layout @param {string[]} path @param {number} duration */
  #animateMove(element, layout, path, duration) {
    this.element.append(element);
    const frames = path.map((square) => ({ transform: translation(layout, square) }));
    element.animate(frames, { duration: duration * Math.min(3, path.length - 1), easing: "ease-in-out" });
  }

  /** @param {PieceElement} old @param {PieceElement} fresh @param {Layout} layout @param {number} duration */
  #animateFlip(old, fresh, layout, duration) {
    if (old.piece.kind === fresh.piece.kind) return;
    const turn = (/** @type {Element} */ picture, /** @type {number[]} */ widths, /** @type {number} */ delay) =>
      picture.animate(widths.map((width) => ({ transform: `scaleX(${width})` })), {
        duration,
        delay,
        fill: "backwards",
      });
    const outgoing = drawPiece(old.piece, this.#spriteOf);
    outgoing.style.transform = translation(layout, fresh.piece.square);
    this.fading.append(outgoing);
    const [back, face] = [outgoing.firstElementChild, fresh.element.firstElementChild];
    if (!back || !face) return;
    turn(back, [1, 0], 0).finished.then(() => outgoing.remove(), () => outgoing.remove());
    turn(face, [0, 1], duration);
  }

  /** @param {PieceElement} removed @param {Layout} layout @param {number} duration */
  #fadeOut(removed, layout, duration) {
    removed.element.remove();
    if (!duration) return;
    this.fading.append(removed.element);
    const place = translation(layout, removed.piece.square);
    const fade = removed.element.animate(
      [{ transform: place, opacity: 1 }, { transform: `${place} scale(0.7)`, opacity: 0 }],
      { duration: duration * 1.4, easing: "ease-in" },
    );
    fade.finished.then(() => removed.element.remove(), () => removed.element.remove());
  }
}
