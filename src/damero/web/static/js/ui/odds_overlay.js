/** What the hidden pieces on a board could be: the likeliest kinds on their squares, and the same as a list. */

import { MARGIN, SIDE } from "../board/surface.js";
import { joined, t } from "../i18n/messages.js";
import { oddsBySquare } from "../state/review.js";
import { el } from "./element.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Odds} Odds */

const ON_BOARD = 2;
const IN_LIST = 4;

/** @param {Game} game @param {string} [title] */
export function oddsOverlay(game, title = t("reviewing.odds")) {
  const kinds = new Map(game.pieces.map((kind) => [kind.id, kind]));
  const overlay = el("div", { class: "odds-overlay", "aria-hidden": "true", hidden: true });
  const list = el("ul", { class: "odds-list" });
  const details = el("details", { class: "card odds", hidden: true }, el("summary", {}, title), list);

  /** @param {string} square @param {{ kind: string, percent: number }[]} likely @param {import("../board/geometry.js").Layout} layout */
  function label(square, likely, layout) {
    const place = layout.places.get(square);
    const shown = el(
      "span",
      { class: "odds-label" },
      likely.map(({ kind, percent }) => el("span", {}, el("b", {}, kinds.get(kind)?.label ?? "?"), ` ${percent}`)),
    );
    const [width, height] = [layout.columns, layout.rows].map((count) => count * SIDE + 2 * MARGIN);
    shown.style.left = `${(100 * (MARGIN + (place?.x ?? 0) * SIDE)) / width}%`;
    shown.style.top = `${(100 * (MARGIN + (place?.y ?? 0) * SIDE)) / height}%`;
    shown.style.width = `${(100 * SIDE) / width}%`;
    shown.style.height = `${(100 * SIDE) / height}%`;
    return shown;
  }

  /** @param {string} square @param {{ kind: string, percent: number }[]} likely */
  const line = (square, likely) =>
    el(
      "li",
      {},
      el("b", {}, square),
      " ",
      joined(
        "text.enumeration",
        likely.map(({ kind, percent }) => t("reviewing.odds.kind", { piece: kinds.get(kind)?.name ?? kind, percent })),
      ),
    );

  return {
    overlay,
    details,
    /** @param {Odds[]} odds @param {import("../board/geometry.js").Layout} layout */
    show(odds, layout) {
      overlay.hidden = details.hidden = odds.length === 0;
      overlay.replaceChildren(
        ...[...oddsBySquare(odds, ON_BOARD)].map(([square, likely]) => label(square, likely, layout)),
      );
      list.replaceChildren(...[...oddsBySquare(odds, IN_LIST)].map(([square, likely]) => line(square, likely)));
    },
  };
}
