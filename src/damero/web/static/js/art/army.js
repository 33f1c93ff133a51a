/**
 * The two armies: standing blocks with rank numbers, and with large emblems. Red blocks have battlements and Blue ones
 * an arched head, so that colour is never the only difference.
 */

import { EMBLEMS } from "./emblems.js";

/** @typedef {import("./piece_groups.js").PieceSet} PieceSet */

/** @type {Record<string, string>} */
const NUMBERS = {
  spy: "S",
  scout: "2",
  miner: "3",
  sergeant: "4",
  lieutenant: "5",
  captain: "6",
  major: "7",
  colonel: "8",
  general: "9",
  marshal: "10",
  bomb: "B",
  flag: "F",
};

const HEADS = {
  red: "M12 92V19H12V9H26V17H37V9H63V17H74V9H88V92Q88 95 85 95H15Q12 95 12 92Z",
  blue: "M12 92V40C12 16 28 7 50 7C72 7 88 16 88 40V92Q88 95 85 95H15Q12 95 12 92Z",
};

/** @typedef {"red" | "blue"} Colour */

const PAINT = {
  red: { top: "#e0685a", middle: "#b93329", foot: "#7f1a15", edge: "#4b0c09", ink: "#fff4e2", deep: "#7a1812" },
  blue: { top: "#6796d6", middle: "#2f5ea8", foot: "#1b3a72", edge: "#0d2149", ink: "#f1f6ff", deep: "#17356b" },
};

/** @param {Colour} colour */
const gradients = (colour) => {
  const { top, middle, foot } = PAINT[colour];
  return `<linearGradient id="${colour}-block" x1="0" y1="0" x2=".35" y2="1"><stop offset="0" stop-color="${top}"/>
  <stop offset=".45" stop-color="${middle}"/><stop offset="1" stop-color="${foot}"/></linearGradient>`;
};

const DEFS =
  `<radialGradient id="block-shadow"><stop offset=".55" stop-color="#0008"/><stop offset="1" stop-color="#0000"/></radialGradient>` +
  gradients("red") + gradients("blue");

/** The block itself: shadow, thickness, face, light along its upper edge. @param {Colour} colour */
const block = (colour) =>
  `<ellipse cx="51" cy="90" rx="49" ry="12" fill="url(#block-shadow)"/>
  <path d="${HEADS[colour]}" transform="translate(2.4 2.6)" fill="${PAINT[colour].edge}"/>
  <path d="${HEADS[colour]}" fill="url(#${colour}-block)" stroke="${PAINT[colour].edge}" stroke-width="1.6"/>
  <path d="${
    HEADS[colour]
  }" transform="translate(50 51) scale(.93) translate(-50 -51)" fill="none" stroke="#fff" stroke-width="1.3" opacity=".38"/>`;

/** @param {string} markup @param {number} x @param {number} y @param {number} scale @param {Colour} colour */
const emblem = (markup, x, y, scale, colour) => {
  const { ink, deep } = PAINT[colour];
  const painted = markup
    .replaceAll('class="line"', `fill="none" stroke="${ink}" stroke-width="3.4" stroke-linecap="round"`)
    .replaceAll('class="shine"', `fill="none" stroke="${deep}" stroke-width="3" stroke-linecap="round"`)
    .replaceAll('class="cut"', `fill="${deep}"`);
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${ink}">${painted}</g>`;
};

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {Colour} colour */
const numeral = (text, x, y, size, colour) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${PAINT[colour].ink}" text-anchor="middle" font-weight="800"
  font-family="'Avenir Next Condensed','Segoe UI','Liberation Sans Narrow',Roboto,system-ui,sans-serif">${text}</text>`;

/** A panel of the darker paint behind the emblem. @param {Colour} colour */
const panel = (colour) =>
  `<rect x="20" y="25" width="60" height="62" rx="8" fill="${PAINT[colour].deep}" opacity=".55"/>
  <rect x="20" y="25" width="60" height="62" rx="8" fill="none" stroke="#fff" opacity=".22"/>`;

/** @param {Colour} colour */
const lattice = (colour) =>
  `<g fill="none" stroke="${PAINT[colour].ink}" opacity=".26" stroke-width="1.6">
  <path d="M20 40L50 25L80 40M20 56L50 41M80 56L50 41M20 72L35 64.5M80 72L65 64.5M20 86L32 80M80 86L68 80"/></g>`;

/** @param {Colour} colour */
const back = (colour) => block(colour) + lattice(colour) + emblem(EMBLEMS.unknown, 50, 57, 0.86, colour);

/** @param {Colour} colour @param {string} name */
const ranked = (colour, name) =>
  block(colour) + numeral(NUMBERS[name], 50, 64, NUMBERS[name].length > 1 ? 45 : 50, colour) +
  emblem(EMBLEMS[name], 50, 80, 0.3, colour);

/** @param {Colour} colour @param {string} name */
const pictured = (colour, name) =>
  block(colour) + panel(colour) + emblem(EMBLEMS[name], 50, 59.5, 0.8, colour) +
  numeral(NUMBERS[name], 50, 24, 20, colour);

/** @param {string} id @param {(colour: Colour, name: string) => string} draw @returns {PieceSet} */
const armySet = (id, draw) => ({
  id,
  defs: DEFS,
  symbols: Object.fromEntries(
    /** @type {Colour[]} */ (["red", "blue"]).flatMap((colour) =>
      Object.keys(EMBLEMS).map((name) => [`${colour}-${name}`, name === "unknown" ? back(colour) : draw(colour, name)])
    ),
  ),
});

export const SETS = [armySet("ranks", ranked), armySet("emblems", pictured)];
