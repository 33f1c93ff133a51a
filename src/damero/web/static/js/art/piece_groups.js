/** The piece set for a game. A new game whose pieces are known needs no change here. */

import { PIECE_GROUPS } from "./artwork.js";

/** @typedef {import("./artwork.js").PieceGroup} PieceGroup */

/** The first group that has every kind of a game. @param {{ id: string }[]} pieces @returns {PieceGroup | undefined} */
export const groupFor = (pieces) =>
  PIECE_GROUPS.find((group) => pieces.every((piece) => group.kinds.includes(piece.id)));

/** The file of a piece set: SVG with a symbol for each kind. @param {string} group @param {string} set */
export async function loadSet(group, set) {
  const answer = await fetch(new URL(`../../art/pieces/${group}/${set}.svg`, import.meta.url));
  if (!answer.ok) throw new Error(`The piece set ${set} cannot be loaded.`);
  return answer.text();
}
