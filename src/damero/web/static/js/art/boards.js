/** What gives boards their depth: a sheen over everything and the grain of wood. */

const grain = (/** @type {number} */ y, /** @type {number} */ bend, /** @type {number} */ width) =>
  `<path d="M0 ${y}C90 ${y - bend} 150 ${y + bend} 240 ${y}S390 ${y - bend} 480 ${y}" stroke-width="${width}"/>`;

const LINES = /** @type {[number, number, number][]} */ ([
  [6, 3, 1.4],
  [15, 5, 0.8],
  [22, 2, 2],
  [34, 6, 1],
  [43, 3, 1.6],
  [52, 7, 0.8],
  [61, 4, 2.2],
  [70, 2, 1],
  [79, 5, 1.5],
  [91, 3, 0.9],
]);

export const BOARD_DEFS = `<linearGradient id="board-sheen" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/>
  <stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>
  <pattern id="board-grain" width="480" height="97" patternUnits="userSpaceOnUse"><g fill="none" stroke="#3a1d08">${
  LINES.map(([y, bend, width]) => grain(y, bend, width)).join("")
}</g></pattern>`;
