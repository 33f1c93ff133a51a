// deno-fmt-ignore-file

/**
 * The groups of pieces that can be drawn with the sets of each, the colours of arrows, and the patterns of boards.
 *
 * Generated from the artwork by `make wire`. Do not edit.
 */

/** @typedef {{ id: string, kinds: string[], sets: string[] }} PieceGroup */

/** @type {PieceGroup[]} */
export const PIECE_GROUPS = [
  {
    id: "discs",
    kinds: "white-man white-king black-man black-king".split(" "),
    sets: ["turned", "enamel", "flat"],
  },
  {
    id: "army",
    kinds: "red-flag red-bomb red-spy red-scout red-miner red-sergeant red-lieutenant red-captain red-major red-colonel red-general red-marshal red-unknown blue-flag blue-bomb blue-spy blue-scout blue-miner blue-sergeant blue-lieutenant blue-captain blue-major blue-colonel blue-general blue-marshal blue-unknown".split(" "),
    sets: ["ranks", "emblems", "counters"],
  },
  {
    id: "xiangqi",
    kinds: "red-king red-guard red-minister red-rook red-horse red-cannon red-pawn black-king black-guard black-minister black-rook black-horse black-cannon black-pawn face-down".split(" "),
    sets: ["characters", "pictures", "letters"],
  },
];

export const SHAPE_COLOURS = {
  green: "#15781b",
  red: "#c0271c",
  blue: "#1f4fb4",
  yellow: "#e0a100",
  grey: "#5b6468",
};

export const BOARD_DEFS =
  '<linearGradient id="board-sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>' +
  '<pattern id="board-grain" width="480" height="97" patternUnits="userSpaceOnUse"><g fill="none" stroke="#3a1d08"><path d="M0 6C90 3 150 9 240 6S390 3 480 6" stroke-width="1.4"/><path d="M0 15C90 10 150 20 240 15S390 10 480 15" stroke-width="0.8"/><path d="M0 22C90 20 150 24 240 22S390 20 480 22" stroke-width="2"/><path d="M0 34C90 28 150 40 240 34S390 28 480 34" stroke-width="1"/><path d="M0 43C90 40 150 46 240 43S390 40 480 43" stroke-width="1.6"/><path d="M0 52C90 45 150 59 240 52S390 45 480 52" stroke-width="0.8"/><path d="M0 61C90 57 150 65 240 61S390 57 480 61" stroke-width="2.2"/><path d="M0 70C90 68 150 72 240 70S390 68 480 70" stroke-width="1"/><path d="M0 79C90 74 150 84 240 79S390 74 480 79" stroke-width="1.5"/><path d="M0 91C90 88 150 94 240 91S390 88 480 91" stroke-width="0.9"/></g></pattern>';
