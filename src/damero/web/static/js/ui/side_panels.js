/** Small tables beside the board: what is still hidden, and the board as text. */

import { pieceIcon } from "../board/sprites.js";
import { kindName, textRows } from "../board/aria_labels.js";
import { say } from "../i18n/messages.js";
import { el, part } from "./element.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/pieces.js").BoardPiece} BoardPiece */

/** @param {Game} game @param {(kind: string) => string} spriteOf */
export function hiddenTable(game, spriteOf) {
  const element = el("section", { class: "hidden-kinds card", hidden: true });
  const draw = part(element, (/** @type {{ kind: string, count: number }[]} */ kinds) => [
    el("h3", {}, say(game.chance ? "match.hidden" : "match.hiddenArmy")),
    el(
      "ul",
      {},
      kinds.map(({ kind, count }) =>
        el(
          "li",
          { title: kindName(game, kind) },
          pieceIcon(spriteOf, kind),
          el("span", { "aria-hidden": "true" }, String(count)),
          el("span", { class: "unseen" }, `${count} ${kindName(game, kind)}`),
        )
      ),
    ),
  ]);
  return {
    element,
    show: (/** @type {{ kind: string, count: number }[]} */ kinds) => {
      element.hidden = kinds.length === 0;
      draw(kinds);
    },
  };
}

/** @param {Game} game @param {{ open: boolean }} how */
export function textBoard(game, { open }) {
  const table = el("table", { class: "text-board" });
  const element = el("details", { class: "as-text card", open }, el("summary", {}, say("match.textBoard")), table);
  const draw = part(
    table,
    (/** @type {{ pieces: BoardPiece[], turned: boolean }} */ shown) =>
      textRows(game, shown.pieces, shown.turned).map((row) =>
        el(
          "tr",
          {},
          row.map(({ text, name }) =>
            el("td", {}, el("span", { "aria-hidden": "true" }, text), el("span", { class: "unseen" }, name))
          ),
        )
      ),
  );
  return {
    element,
    show: (/** @type {BoardPiece[]} */ pieces, /** @type {boolean} */ turned) => draw({ pieces, turned }),
  };
}
