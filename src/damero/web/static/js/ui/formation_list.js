/** Formations as small pictures of the own side of the board. One tab stop; the arrow keys move between them. */

import { MARGIN, SIDE } from "../board/surface.js";
import { svg } from "../board/svg.js";
import { t } from "../i18n/messages.js";
import { button, el } from "./element.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../wire.js").Formation} Formation */

/** @param {Board} board @param {Set<string>} zone @param {Formation} formation */
function thumbnail({ layout, spriteOf = (kind) => kind }, zone, { pieces }) {
  const place = (/** @type {string} */ square) => layout.places.get(square) ?? { x: 0, y: 0 };
  const rows = [...zone].map((square) => place(square).y);
  const top = Math.min(...rows) * SIDE;
  const box = { x: 0, y: top, width: layout.columns * SIDE, height: (Math.max(...rows) + 1) * SIDE - top };
  return svg(
    "svg",
    {
      viewBox: `${-MARGIN / 2} ${top - MARGIN / 2} ${box.width + MARGIN} ${box.height + MARGIN}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    svg("rect", { class: "thumbnail-ground", ...box }),
    ...pieces.map(({ square, kind }) => {
      const { x, y } = place(square);
      return svg("use", { href: `#${spriteOf(kind)}`, x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE });
    }),
  );
}

/**
 * @param {Board} board
 * @param {Set<string>} zone the squares of the own side
 * @param {Formation[]} formations
 * @param {(formation: Formation) => void} chosen
 */
export function formationList(board, zone, formations, chosen) {
  const items = formations.map((formation, index) => {
    const item = button("", () => chosen(formation), { class: "formation", tabindex: index === 0 ? 0 : -1 });
    item.append(thumbnail(board, zone, formation), el("span", {}, formation.name));
    return item;
  });
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const next = items[items.findIndex((item) => item === document.activeElement) + (step ?? 0)];
    if (!step || !next) return;
    event.preventDefault();
    items.forEach((item) => item.setAttribute("tabindex", item === next ? "0" : "-1"));
    next.focus();
  };
  return el(
    "div",
    { class: "formations", role: "toolbar", "aria-label": t("setup.formation"), onkeydown: move },
    items,
  );
}
