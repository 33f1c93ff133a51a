/** Arrows and circles that a viewer draws on a board. Pure values. */

/** @typedef {"green" | "red" | "blue" | "yellow"} ShapeColour */
/** A circle if both squares are the same, else an arrow. @typedef {{ from: string, to: string, colour: ShapeColour }} Shape */
/** @typedef {{ shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} Modifiers */

/** @param {Modifiers} modifiers @returns {ShapeColour} */
export function colourFor({ shiftKey, ctrlKey, altKey, metaKey }) {
  const [first, second] = [shiftKey || ctrlKey, altKey || metaKey];
  if (first && second) return "yellow";
  return first ? "red" : second ? "blue" : "green";
}

/** A hint: a circle around a square, or the arrows of a move. @param {string[]} squares @returns {Shape[]} */
export function hintShapes(squares) {
  const ways = squares.slice(1).map((to, index) => ({ from: squares[index], to }));
  const shown = ways.length > 0 ? ways : squares.map((square) => ({ from: square, to: square }));
  return shown.map((way) => ({ ...way, colour: "green" }));
}

/** @param {Shape} one @param {Shape} other */
const samePlace = (one, other) => one.from === other.from && one.to === other.to;

/** Adds a shape; one of another colour replaces it, and the same one again removes it. @param {Shape[]} shapes @param {Shape} shape */
export function toggleShape(shapes, shape) {
  const others = shapes.filter((other) => !samePlace(other, shape));
  const drawn = shapes.some((other) => samePlace(other, shape) && other.colour === shape.colour);
  return drawn ? others : [...others, shape];
}
