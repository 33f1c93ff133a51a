/** Panels next to the board: the pieces that are still hidden, and the board as text. */

import { pieceIcon } from "../board/sprites.js";
import { pieceName, textRows } from "../board/aria_labels.js";
import { t } from "../i18n/messages.js";
import { el, renderOnChange } from "./element.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/pieces.js").BoardPiece} BoardPiece */

/** @param {Game} game @param {(kind: string) => string} spriteOf */
export function hiddenPieces(game, spriteOf) {
  const element = el("section", { class: "hidden-pieces card", hidden: true });
  const render = renderOnChange(element, (/** @type {{ kind: string, count: number }[]} */ kinds) => [
    el("h3", {}, t(game.chance ? "match.hidden" : "match.hiddenArmy")),
    el(
      "ul",
      {},
      kinds.map(({ kind, count }) =>
        el(
          "li",
          { title: pieceName(game, kind) },
          pieceIcon(spriteOf, kind),
          el("span", { "aria-hidden": "true" }, String(count)),
          el("span", { class: "visually-hidden" }, `${count} ${pieceName(game, kind)}`),
        )
      ),
    ),
  ]);
  return {
    element,
    show: (/** @type {{ kind: string, count: number }[]} */ kinds) => {
      element.hidden = kinds.length === 0;
      render(kinds);
    },
  };
}

/** @param {Game} game @param {{ open: boolean }} options */
export function textBoard(game, { open }) {
  const table = el("table", { class: "text-board" });
  const element = el(
    "details",
    { class: "text-board-panel card", open },
    el("summary", {}, t("match.textBoard")),
    table,
  );
  const render = renderOnChange(
    table,
    (/** @type {{ pieces: BoardPiece[], flipped: boolean }} */ shown) =>
      textRows(game, shown.pieces, shown.flipped).map((row) =>
        el(
          "tr",
          {},
          row.map(({ text, name }) =>
            el("td", {}, el("span", { "aria-hidden": "true" }, text), el("span", { class: "visually-hidden" }, name))
          ),
        )
      ),
  );
  return {
    element,
    show: (/** @type {BoardPiece[]} */ pieces, /** @type {boolean} */ flipped) => render({ pieces, flipped }),
  };
}
