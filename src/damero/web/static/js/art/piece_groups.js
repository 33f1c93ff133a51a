/**
 * The groups of pieces that can be drawn, and the piece sets of each. A board uses the first group that has every kind
 * of its game, so a new game with known pieces needs no change here.
 */

/** @typedef {{ id: string, defs: string, symbols: Record<string, string> }} PieceSet */
/** @typedef {{ id: string, kinds: string[], sets: string[], load: () => Promise<{ SETS: PieceSet[] }> }} PieceGroup */

const ARMY = "flag bomb spy scout miner sergeant lieutenant captain major colonel general marshal unknown".split(" ");
const XIANGQI = "king guard minister rook horse cannon pawn".split(" ");

/** @param {string[]} colours @param {string[]} names */
const each = (colours, names) => colours.flatMap((colour) => names.map((name) => `${colour}-${name}`));

/** @type {PieceGroup[]} */
export const PIECE_GROUPS = [
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
    id: "xiangqi",
    kinds: [...each(["red", "black"], XIANGQI), "face-down"],
    sets: ["characters", "pictures"],
    load: () => import("./xiangqi.js"),
  },
];

/** @param {{ id: string }[]} pieces @returns {PieceGroup | undefined} */
export const groupFor = (pieces) =>
  PIECE_GROUPS.find((group) => pieces.every((piece) => group.kinds.includes(piece.id)));
