/**
 * Which pieces can be drawn, and in which sets. A board takes the first table that knows every kind of its catalogue
 * entry, so that a new game with known pieces needs nothing here.
 */

/** @typedef {{ id: string, defs: string, symbols: Record<string, string> }} PieceSet */
/** @typedef {{ id: string, kinds: string[], sets: string[], load: () => Promise<{ SETS: PieceSet[] }> }} PieceTable */

const ARMY = "flag bomb spy scout miner sergeant lieutenant captain major colonel general marshal unknown".split(" ");
const COURT = "king guard minister rook horse cannon pawn".split(" ");

/** @param {string[]} colours @param {string[]} names */
const each = (colours, names) => colours.flatMap((colour) => names.map((name) => `${colour}-${name}`));

/** @type {PieceTable[]} */
export const TABLES = [
  {
    id: "discs",
    kinds: each(["white", "black"], ["man", "king"]),
    sets: ["turned", "enamel"],
    load: () => import("./discs.js"),
  },
  {
    id: "army",
    kinds: each(["red", "blue"], ARMY),
    sets: ["ranks", "emblems"],
    load: () => import("./army.js"),
  },
  {
    id: "court",
    kinds: [...each(["red", "black"], COURT), "face-down"],
    sets: ["characters", "pictures"],
    load: () => import("./xiangqi.js"),
  },
];

/** @param {{ id: string }[]} pieces @returns {PieceTable | undefined} */
export const tableFor = (pieces) => TABLES.find((table) => pieces.every((piece) => table.kinds.includes(piece.id)));
