/** Arrows and circles over the pieces of a board. */

import { SHAPE_COLOURS } from "../art/artwork.js";
import { toggleShape } from "../state/shapes.js";
import { SIDE } from "./surface.js";
import { svg } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("../state/shapes.js").Shape} Shape */

/** The distance between the tip of an arrow and the centre of its last square, and the size of its head. */
const GAP = 8;
const HEAD = { length: 34, width: 48 };

/** @param {Layout} layout @param {string} square */
function centre(layout, square) {
  const { x, y } = layout.places.get(square) ?? { x: 0, y: 0 };
  return { x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE };
}

/** @param {Shape} shape @param {Layout} layout @returns {SVGElement} */
export function drawShape({ from, to, colour }, layout) {
  const [start, end, fill] = [centre(layout, from), centre(layout, to), SHAPE_COLOURS[colour]];
  if (from === to) return svg("circle", { class: "circle", cx: end.x, cy: end.y, r: 45, stroke: fill });
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  const tip = Math.max(length - GAP, length / 2);
  const foot = tip - HEAD.length;
  return svg(
    "g",
    { class: "arrow", transform: `translate(${start.x} ${start.y}) rotate(${angle.toFixed(2)})` },
    svg("path", { d: `M0 0H${foot.toFixed(1)}`, stroke: fill }),
    svg("path", {
      d: `M${foot.toFixed(1)} ${-HEAD.width / 2}L${tip.toFixed(1)} 0L${foot.toFixed(1)} ${HEAD.width / 2}Z`,
      fill,
    }),
  );
}

export class ShapeLayer {
  element = svg("g", { class: "shapes" });
  /** @type {Shape[]} */
  shapes = [];
  /** Shapes that the page shows, below those of the viewer. @type {Shape[]} */
  #suggested = [];
  /** The shape that is being drawn. @type {Shape | null} */
  #draft = null;
  /** @type {Layout | null} */
  #layout = null;

  /** @param {() => void} changed called after every change of the shapes */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {Layout} layout */
  setLayout(layout) {
    this.#layout = layout;
    this.#render();
  }

  /** @param {Shape | null} draft */
  setDraft(draft) {
    this.#draft = draft;
    this.#render();
  }

  /** @param {Shape[]} shapes */
  suggest(shapes) {
    this.#suggested = shapes;
    this.#render();
  }

  /** Adds a shape, or removes it if it is there. @param {Shape} shape */
  toggle(shape) {
    this.#draft = null;
    this.set(toggleShape(this.shapes, shape));
  }

  clear() {
    if (this.shapes.length > 0 || this.#draft) this.set([]);
  }

  /** @param {Shape[]} shapes */
  set(shapes) {
    this.shapes = shapes;
    if (shapes.length === 0) this.#draft = null;
    this.#render();
    this.changed();
  }

  #render() {
    const layout = this.#layout;
    if (!layout) return;
    const shown = [...this.#suggested, ...this.shapes, ...(this.#draft ? [this.#draft] : [])];
    this.element.replaceChildren(...shown.map((shape) => drawShape(shape, layout)));
  }
}
