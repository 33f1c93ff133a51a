/** A fight: the two pieces, who wins, over its square on the board and as a line beside it. */

import { pieceName } from "../board/aria_labels.js";
import { pieceIcon } from "../board/sprites.js";
import { MARGIN, SIDE } from "../board/surface.js";
import { t } from "../i18n/messages.js";
import { el, renderOnChange } from "./element.js";

/** @typedef {import("../wire.js").Fight} Fight */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/sprites.js").SpriteOf} SpriteOf */

/** For example "Red captain (6)". @param {Game} game @param {string} kind */
const nameAndRank = (game, kind) => t("fight.piece", { piece: pieceName(game, kind), rank: labelOf(game, kind) });

/** @param {Game} game @param {string} kind */
const labelOf = (game, kind) => game.pieces.find(({ id }) => id === kind)?.label ?? "";

/** @param {Fight} fight @returns {[string, string]} the winner and the loser; the attacker first if both fall */
const ranked = ({ attacker, defender, winner }) => winner === defender ? [defender, attacker] : [attacker, defender];

/** For example "Red captain (6) defeats Blue lieutenant (5)". @param {Fight} fight @param {Game} game @returns {string} */
export function fightText(fight, game) {
  const [winner, loser] = ranked(fight).map((kind) => nameAndRank(game, kind));
  return t(fight.winner === null ? "fight.both" : "fight.won", { winner, loser });
}

/** For example "6 defeats 5". @param {Fight} fight @param {Game} game @returns {string} */
function shortText(fight, game) {
  const [winner, loser] = ranked(fight).map((kind) => labelOf(game, kind));
  return t(fight.winner === null ? "fight.both" : "fight.won", { winner, loser });
}

/** @param {Fight} fight @param {"attacker" | "defender"} side @param {SpriteOf} spriteOf */
const fighter = (fight, side, spriteOf) =>
  el(
    "span",
    { class: fight.winner === fight[side] ? "fighter winner" : "fighter loser" },
    pieceIcon(spriteOf, fight[side]),
  );

/** @param {Fight} fight @param {SpriteOf} spriteOf */
const fighters = (fight, spriteOf) => [
  fighter(fight, "attacker", spriteOf),
  el("b", { "aria-hidden": "true" }, "⚔"),
  fighter(fight, "defender", spriteOf),
];

/** A card over the square of the fight. @param {Fight} fight @param {string} square @param {Game} game @param {Board} board */
export function fightCard(fight, square, game, board) {
  const spriteOf = board.spriteOf ?? ((kind) => kind);
  const card = el(
    "div",
    { class: "fight-card", role: "img", "aria-label": fightText(fight, game) },
    el("div", { class: "fighters" }, fighters(fight, spriteOf)),
    el("p", {}, shortText(fight, game)),
  );
  const { columns, rows, places } = board.layout;
  const { x, y } = places.get(square) ?? { x: columns / 2, y: rows / 2 };
  const share = (/** @type {number} */ at, /** @type {number} */ count) =>
    ((at + 0.5) * SIDE + MARGIN) / (count * SIDE + 2 * MARGIN);
  card.style.setProperty("--x", share(x, columns).toFixed(3));
  card.style.setProperty("--y", share(y, rows).toFixed(3));
  return card;
}

/** The latest fight as a line. @param {Game} game @param {SpriteOf} spriteOf */
export function fightLine(game, spriteOf) {
  const element = el("p", { class: "fight", hidden: true });
  const render = renderOnChange(
    element,
    (/** @type {Fight | null} */ fight) => fight ? [...fighters(fight, spriteOf), fightText(fight, game)] : [],
  );
  return {
    element,
    show: (/** @type {Fight | null} */ fight) => {
      element.hidden = fight === null;
      render(fight);
    },
  };
}
