/** The pieces on the board: kept from one picture to the next, so that they can move, flip and leave. */

import { SIDE } from "./surface.js";
import { svg } from "./svg.js";

/** What is drawn on a square. @typedef {{ square: string, kind: string, marks?: string[] }} BoardPiece */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./sprites.js").SpriteOf} SpriteOf */
/** @typedef {{ shown: BoardPiece, element: SVGElement }} Standing */

const INSET = 4;

/** @param {Layout} look @param {string} square @returns {string} */
function translation(look, square) {
  const place = look.places.get(square) ?? { x: 0, y: 0 };
  return `translate(${place.x * SIDE}px, ${place.y * SIDE}px)`;
}

/** @param {BoardPiece} shown @param {SpriteOf} spriteOf @returns {SVGElement} */
function drawPiece(shown, spriteOf) {
  const picture = svg("use", {
    href: `#${spriteOf(shown.kind)}`,
    x: INSET,
    y: INSET,
    width: SIDE - 2 * INSET,
    height: SIDE - 2 * INSET,
    class: "figure",
  });
  const marks = (shown.marks ?? []).map((mark) => drawMark(mark));
  return svg("g", { class: `piece ${(shown.marks ?? []).join(" ")}`, "data-kind": shown.kind }, picture, ...marks);
}

const MARKS = {
  moved: "M-9 -6L-1 0L-9 6M0 -6L8 0L0 6",
  revealed: "M-11 0Q0 -11 11 0Q0 11 -11 0ZM-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
};

/** @param {string} mark @returns {SVGElement} */
function drawMark(mark) {
  const path = MARKS[/** @type {keyof typeof MARKS} */ (mark)];
  if (!path) return svg("g");
  const side = mark === "moved" ? 80 : 20;
  return svg(
    "g",
    { class: `mark mark-${mark}`, transform: `translate(${side} 82)` },
    svg("circle", { r: 15 }),
    svg("path", { d: path }),
  );
}

/** @param {BoardPiece} one @param {BoardPiece} other */
const alike = (one, other) => one.kind === other.kind && (one.marks ?? []).join() === (other.marks ?? []).join();

export class PieceLayer {
  /** @type {Map<string, Standing>} */
  #standing = new Map();
  /** @type {SpriteOf} */
  #spriteOf;

  /** @param {SpriteOf} spriteOf */
  constructor(spriteOf) {
    this.#spriteOf = spriteOf;
    this.element = svg("g", { class: "pieces" });
    this.leaving = svg("g", { class: "leaving" });
  }

  /** @param {SpriteOf} spriteOf */
  dress(spriteOf) {
    this.#spriteOf = spriteOf;
    this.#standing.clear();
    this.element.replaceChildren();
  }

  /** @param {string} square @returns {SVGElement | null} */
  at(square) {
    return this.#standing.get(square)?.element ?? null;
  }

  /**
   * Shows these pieces; `way` is how the one that moved went, `time` how long that takes (0: at once).
   * @param {BoardPiece[]} pieces @param {Layout} look @param {{ way: string[], time: number }} motion
   */
  show(pieces, look, { way, time }) {
    const before = this.#standing;
    /** @type {Map<string, Standing>} */
    const after = new Map();
    const [start, end] = [way[0], way[way.length - 1]];
    for (const shown of pieces) {
      const came = shown.square === end && way.length > 1 && before.has(start) &&
        !pieces.some((piece) => piece.square === start);
      const old = before.get(came ? start : shown.square);
      if (old) before.delete(came ? start : shown.square);
      const standing = this.#kept(old, shown);
      standing.element.style.transform = translation(look, shown.square);
      if (came && time) this.#travel(standing.element, look, way, time);
      else if (old && !alike(old.shown, shown) && time) this.#turnOver(old, standing, look, time);
      after.set(shown.square, standing);
    }
    for (const gone of before.values()) this.#leave(gone, look, time);
    this.#standing = after;
  }

  /** @param {Standing | undefined} old @param {BoardPiece} shown @returns {Standing} */
  #kept(old, shown) {
    if (old && alike(old.shown, shown)) return { shown, element: old.element };
    const element = drawPiece(shown, this.#spriteOf);
    if (old) old.element.replaceWith(element);
    else this.element.append(element);
    return { shown, element };
  }

  /** @param {SVGElement} element @param {Layout} look @param {string[]} way @param {number} time */
  #travel(element, look, way, time) {
    this.element.append(element);
    const frames = way.map((square) => ({ transform: translation(look, square) }));
    element.animate(frames, { duration: time * Math.min(3, way.length - 1), easing: "ease-in-out" });
  }

  /** @param {Standing} old @param {Standing} fresh @param {Layout} look @param {number} time */
  #turnOver(old, fresh, look, time) {
    if (old.shown.kind === fresh.shown.kind) return;
    const turn = (/** @type {Element} */ picture, /** @type {number[]} */ widths, /** @type {number} */ delay) =>
      picture.animate(widths.map((width) => ({ transform: `scaleX(${width})` })), {
        duration: time,
        delay,
        fill: "backwards",
      });
    const ghost = drawPiece(old.shown, this.#spriteOf);
    ghost.style.transform = translation(look, fresh.shown.square);
    this.leaving.append(ghost);
    const [back, face] = [ghost.firstElementChild, fresh.element.firstElementChild];
    if (!back || !face) return;
    turn(back, [1, 0], 0).finished.then(() => ghost.remove(), () => ghost.remove());
    turn(face, [0, 1], time);
  }

  /** @param {Standing} gone @param {Layout} look @param {number} time */
  #leave(gone, look, time) {
    gone.element.remove();
    if (!time) return;
    this.leaving.append(gone.element);
    const place = translation(look, gone.shown.square);
    const fade = gone.element.animate(
      [{ transform: place, opacity: 1 }, { transform: `${place} scale(0.7)`, opacity: 0 }],
      { duration: time * 1.4, easing: "ease-in" },
    );
    fade.finished.then(() => gone.element.remove(), () => gone.element.remove());
  }
}
