/** The pieces of Chinese chess: with their characters, and as pictures. */

import { CHARACTERS } from "./characters.js";
import { FIGURES } from "./figures.js";
import { strokesToPath } from "./brush_strokes.js";

/** @typedef {import("./piece_groups.js").PieceSet} PieceSet */

/** @typedef {{ face: string, side: string, rim: string, ink: string, engraved: string }} Disc */

/** @param {string} id @param {string[]} colours */
const face = (id, colours) =>
  `<radialGradient id="${id}" cx=".38" cy=".3" r=".9"><stop offset="0" stop-color="${colours[0]}"/>
  <stop offset=".6" stop-color="${colours[1]}"/><stop offset="1" stop-color="${colours[2]}"/></radialGradient>`;

const DEFS =
  `<radialGradient id="xiangqi-shadow"><stop offset=".66" stop-color="#0009"/><stop offset="1" stop-color="#0000"/></radialGradient>` +
  face("boxwood", ["#fffaf0", "#f4e4c1", "#d6b67c"]) + face("rosewood", ["#8a5a4c", "#5a3128", "#361a15"]) +
  face("jade", ["#4f9184", "#26655b", "#123f38"]);

/** @type {Record<string, Disc>} */
const DISCS = {
  red: { face: "boxwood", side: "#a27c43", rim: "#7f5c2a", ink: "#b3201a", engraved: "#fff6e3" },
  black: { face: "boxwood", side: "#a27c43", rim: "#7f5c2a", ink: "#1c1a1d", engraved: "#fff6e3" },
  dark: { face: "rosewood", side: "#2a120e", rim: "#1c0b08", ink: "#f8e6c0", engraved: "#2a120e" },
  back: { face: "jade", side: "#0b2e29", rim: "#072320", ink: "#cfe8df", engraved: "#0b2e29" },
};

/** @param {Disc} disc */
const blank = ({ face, side, rim }) =>
  `<ellipse cx="51" cy="57" rx="49" ry="45" fill="url(#xiangqi-shadow)"/>
  <circle cx="50" cy="54" r="43" fill="${side}" stroke="${rim}" stroke-width="1.4"/>
  <circle cx="50" cy="47.5" r="43" fill="url(#${face})" stroke="${rim}" stroke-width="1.4"/>
  <circle cx="50" cy="47.5" r="41.2" fill="none" stroke="#fff" opacity=".4" stroke-width="1.1"/>`;

/**
 * Red has two rings and Black one, so that colour is not the only difference.
 * @param {Disc} disc
 * @param {number} rings
 */
const ringed = ({ ink }, rings) =>
  [36.5, 32.6].slice(0, rings)
    .map((radius, index) =>
      `<circle cx="50" cy="47.5" r="${radius}" fill="none" stroke="${ink}" stroke-width="${index ? 1.1 : 2.2}"/>`
    )
    .join("");

/** @param {string} kind @returns {string} */
function written(kind) {
  const colour = kind.split("-")[0];
  const disc = DISCS[colour];
  const path = strokesToPath(CHARACTERS[kind]);
  const at = (/** @type {number} */ y) => `transform="translate(26.5 ${y}) scale(.47)"`;
  return `${blank(disc)}${ringed(disc, colour === "red" ? 2 : 1)}
  <path d="${path}" ${at(25.2)} fill="${disc.engraved}"/><path d="${path}" ${at(24)} fill="${disc.ink}"/>`;
}

/** @param {string} kind @returns {string} */
function pictured(kind) {
  const [colour, name] = kind.split("-");
  const disc = colour === "red" ? DISCS.red : DISCS.dark;
  const paint = { red: "#f4e4c1", black: "#5a3128" }[colour] ?? "none";
  const figure = FIGURES[name].replaceAll('class="cut"', `fill="${paint}"`);
  return `${blank(disc)}${ringed(disc, colour === "red" ? 2 : 1)}
  <g transform="translate(50 47.5) scale(.8)" fill="${disc.ink}">${figure}</g>`;
}

const petal = (/** @type {number} */ turn) =>
  `<path d="M0 -4C9 -10 9 -22 0 -29C-9 -22 -9 -10 0 -4Z" transform="rotate(${turn})"/>`;

const back = `${blank(DISCS.back)}${ringed(DISCS.back, 1)}
  <g transform="translate(50 47.5)" fill="${DISCS.back.ink}" opacity=".82">${
  [0, 60, 120, 180, 240, 300].map(petal).join("")
}
  <circle r="4"/></g><g transform="translate(50 47.5) rotate(30)" fill="none" stroke="${DISCS.back.ink}" stroke-width="1.3" opacity=".6">
  ${[0, 60, 120, 180, 240, 300].map(petal).join("")}</g>`;

/** @param {string} id @param {(kind: string) => string} draw @returns {PieceSet} */
const xiangqiSet = (id, draw) => ({
  id,
  defs: DEFS,
  symbols: { ...Object.fromEntries(Object.keys(CHARACTERS).map((kind) => [kind, draw(kind)])), "face-down": back },
});

export const SETS = [xiangqiSet("characters", written), xiangqiSet("pictures", pictured)];
