/** Draughts pieces: a turned wooden set and a plain enamel set. Kings are two discs high and crowned. */

/** @typedef {import("./piece_groups.js").PieceSet} PieceSet */

/** @param {string} id @param {[string, string][]} stops @param {string} [at] */
const glow = (id, stops, at = 'cx=".38" cy=".3" r=".85"') =>
  `<radialGradient id="${id}" ${at}>${
    stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join("")
  }</radialGradient>`;

/** @param {string} id @param {[string, string][]} stops @param {string} [at] */
const slope = (id, stops, at = 'x1="0" y1="0" x2="1" y2="0"') =>
  `<linearGradient id="${id}" ${at}>${
    stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join("")
  }</linearGradient>`;

const SHADOW = glow("disc-shadow", [["0", "#000a"], ["0.72", "#0006"], ["1", "#0000"]], "");

/** @param {number} x @param {number} y @param {number} radius @param {string} [more] */
const circle = (x, y, radius, more = "") => `<circle cx="${x}" cy="${y}" r="${radius}" ${more}/>`;

const CROWN = "M-19 11 L-23 -11 L-11.5 -1 L0 -17 L11.5 -1 L23 -11 L19 11 Z";

/** @param {string} fill @param {string} edge @param {number} y */
const crown = (fill, edge, y) =>
  `<g transform="translate(50 ${y})" fill="${fill}" stroke="${edge}" stroke-width="1.6" stroke-linejoin="round">
  <path d="${CROWN}"/><path d="M-19 13.4H19V18H-19Z"/>
  <circle cx="-23" cy="-13" r="3.4"/><circle cx="0" cy="-19.5" r="3.8"/><circle cx="23" cy="-13" r="3.4"/></g>`;

/**
 * @typedef {{ rim: string, side: string, face: string, cut: string, shine: string, crown: string, crownEdge: string }} Wood
 */

/**
 * The side of a disc whose face lies `height` above its foot.
 * @param {Wood} wood
 * @param {number} y
 * @param {number} height
 */
const side = (wood, y, height) =>
  `<path d="M8 ${y}A42 42 0 0 0 92 ${y}V${y + height}A42 42 0 0 1 8 ${y + height}Z" fill="url(#${wood.side})"/>
  <path d="M8 ${y + height}A42 42 0 0 0 92 ${y + height}" fill="none" stroke="${wood.rim}" stroke-width="1.4"/>`;

/** A turned face: rim, groove, dish. @param {Wood} wood @param {number} y */
const turnedFace = (wood, y) =>
  circle(50, y, 42, `fill="url(#${wood.face})" stroke="${wood.rim}" stroke-width="1.4"`) +
  circle(50, y, 40.4, `fill="none" stroke="${wood.shine}" stroke-width="1.2" opacity=".7"`) +
  circle(50, y, 34, `fill="none" stroke="${wood.cut}" stroke-width="2.2" opacity=".75"`) +
  circle(50, y + 1.3, 34, `fill="none" stroke="${wood.shine}" stroke-width="1" opacity=".6"`);

/** @param {Wood} wood @param {number} y */
const rings = (wood, y) =>
  [25, 17].map((radius) =>
    circle(50, y, radius, `fill="none" stroke="${wood.cut}" stroke-width="1.7" opacity=".62"`) +
    circle(50, y + 1.1, radius, `fill="none" stroke="${wood.shine}" stroke-width=".9" opacity=".5"`)
  ).join("") + circle(50, y, 8, `fill="url(#${wood.face})" stroke="${wood.cut}" stroke-width="1.2" opacity=".9"`);

const shadow = `<ellipse cx="51" cy="57" rx="48" ry="44" fill="url(#disc-shadow)"/>`;

/** @param {Wood} wood */
const turnedMan = (wood) => shadow + side(wood, 46, 6) + turnedFace(wood, 46) + rings(wood, 46);
/** @param {Wood} wood */
const turnedKing = (wood) =>
  shadow + side(wood, 51, 5) + side(wood, 43.5, 6.5) + turnedFace(wood, 43.5) + crown(wood.crown, wood.crownEdge, 44);

/** @type {Wood} */
const MAPLE = {
  rim: "#8d6b38",
  side: "maple-side",
  face: "maple-face",
  cut: "#a78350",
  shine: "#fffaf0",
  crown: "#9c2f22",
  crownEdge: "#5f150d",
};
/** @type {Wood} */
const EBONY = {
  rim: "#14100e",
  side: "ebony-side",
  face: "ebony-face",
  cut: "#0d0a09",
  shine: "#a08c7e",
  crown: "#e8bd55",
  crownEdge: "#6e4d0c",
};

/** @type {PieceSet} */
export const TURNED = {
  id: "turned",
  defs: SHADOW +
    glow("maple-face", [["0", "#fffaea"], ["0.55", "#f1dfb6"], ["1", "#cfae75"]]) +
    slope("maple-side", [["0", "#a5814a"], ["0.35", "#dcbf8b"], ["1", "#8a6733"]]) +
    glow("ebony-face", [["0", "#6f625b"], ["0.5", "#3a312d"], ["1", "#1d1715"]]) +
    slope("ebony-side", [["0", "#1b1513"], ["0.35", "#4a3f3a"], ["1", "#0f0b0a"]]),
  symbols: {
    "white-man": turnedMan(MAPLE),
    "white-king": turnedKing(MAPLE),
    "black-man": turnedMan(EBONY),
    "black-king": turnedKing(EBONY),
  },
};

/** @param {Wood} wood @param {number} y */
const enamelFace = (wood, y) =>
  circle(50, y, 42, `fill="${wood.rim}"`) +
  circle(50, y, 38.5, `fill="url(#${wood.face})"`) +
  `<path d="M16 ${y - 6}A35 35 0 0 1 84 ${y - 6}A44 30 0 0 0 16 ${y - 6}Z" fill="${wood.shine}" opacity=".34"/>`;

/** @param {Wood} wood */
const enamelMan = (wood) =>
  shadow + side(wood, 47, 5) + enamelFace(wood, 47) +
  circle(50, 47, 22, `fill="none" stroke="${wood.cut}" stroke-width="3.4"`);
/** @param {Wood} wood */
const enamelKing = (wood) =>
  shadow + side(wood, 51, 5) + side(wood, 43.5, 6.5) + enamelFace(wood, 43.5) + crown(wood.crown, wood.crownEdge, 44);

/** @type {Wood} */
const PEARL = {
  rim: "#ffffff",
  side: "pearl-side",
  face: "pearl-face",
  cut: "#b9c3cf",
  shine: "#ffffff",
  crown: "#22577a",
  crownEdge: "#12344b",
};
/** @type {Wood} */
const INK = {
  rim: "#1c2530",
  side: "ink-side",
  face: "ink-face",
  cut: "#5d6c80",
  shine: "#c9d8ea",
  crown: "#ffd166",
  crownEdge: "#7a5a08",
};

/** @type {PieceSet} */
export const ENAMEL = {
  id: "enamel",
  defs: SHADOW +
    glow("pearl-face", [["0", "#ffffff"], ["0.7", "#eef1f5"], ["1", "#d5dce5"]]) +
    slope("pearl-side", [["0", "#a9b3c0"], ["0.4", "#e9edf2"], ["1", "#97a2b0"]]) +
    glow("ink-face", [["0", "#4a5a6f"], ["0.6", "#2c3746"], ["1", "#18202b"]]) +
    slope("ink-side", [["0", "#0c1117"], ["0.4", "#3a4757"], ["1", "#070a0e"]]),
  symbols: {
    "white-man": enamelMan(PEARL),
    "white-king": enamelKing(PEARL),
    "black-man": enamelMan(INK),
    "black-king": enamelKing(INK),
  },
};

export const SETS = [TURNED, ENAMEL];
