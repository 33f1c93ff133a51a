/** The SVG symbols of the pieces: each piece set is added to the page once, when it is first needed. */

import { groupFor, loadSet } from "../art/piece_groups.js";
import { NAMESPACE, parseSvg, svg } from "./svg.js";

/** @typedef {import("../wire.js").PieceKind} PieceKind */
/** @typedef {(kind: string) => string} SpriteOf the id of the symbol that shows a kind */

/** @type {SVGElement | null} */
let sheet = null;

/** @returns {SVGElement} */
function openSheet() {
  if (!sheet) {
    sheet = svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "sprites", focusable: "false" });
    document.body.append(sheet);
  }
  return sheet;
}

/** @param {Element[]} elements gradients and patterns */
const defineAll = (elements) =>
  openSheet().append(svg("defs", {}, ...elements.filter((element) => !document.getElementById(element.id))));

/** Adds gradients and patterns to the page. @param {string} markup */
export const define = (markup) => defineAll(parseSvg(`<svg xmlns="${NAMESPACE}">${markup}</svg>`));

/** @param {Element} symbol @param {string} id */
function addSymbol(symbol, id) {
  if (document.getElementById(id)) return;
  symbol.id = id;
  openSheet().append(symbol);
}

/**
 * Adds the piece set for these pieces to the page. Pieces of no known group become plain discs with their label.
 * @param {PieceKind[]} pieces @param {Record<string, string>} chosen the chosen set of each group
 * @returns {Promise<SpriteOf>}
 */
export async function spritesFor(pieces, chosen) {
  const group = groupFor(pieces);
  if (!group) return plainSprites(pieces);
  const set = group.sets.find((name) => name === chosen[group.id]) ?? group.sets[0];
  const prefix = `${group.id}-${set}`;
  const [defs, ...symbols] = parseSvg(await loadSet(group.id, set));
  defineAll([...defs.children]);
  for (const symbol of symbols) addSymbol(symbol, `${prefix}-${symbol.id}`);
  return (kind) => `${prefix}-${kind}`;
}

/** @param {PieceKind[]} pieces @returns {SpriteOf} */
function plainSprites(pieces) {
  const colours = [...new Set(pieces.map((piece) => piece.colour))];
  for (const piece of pieces) {
    const hue = (colours.indexOf(piece.colour) * 137) % 360;
    const id = `plain-${piece.id}`;
    if (document.getElementById(id)) continue;
    const label = svg("text", { x: 50, y: 62, "font-size": 36, "text-anchor": "middle", fill: "#fff" });
    label.textContent = piece.label;
    const disc = svg("circle", {
      cx: 50,
      cy: 50,
      r: 43,
      fill: `hsl(${hue} 45% 32%)`,
      stroke: "#0006",
      "stroke-width": 3,
    });
    openSheet().append(svg("symbol", { id, viewBox: "0 0 100 100" }, disc, label));
  }
  return (kind) => `plain-${kind}`;
}

/**
 * A single piece, for trays and lists.
 * @param {SpriteOf} spriteOf
 * @param {string} kind
 * @param {string} [className]
 */
export const pieceIcon = (spriteOf, kind, className = "piece-icon") =>
  svg(
    "svg",
    { viewBox: "0 0 100 100", class: className, "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${spriteOf(kind)}` }),
  );
