/** The army's emblems, drawn around the middle of a box of 60 by 60 (from -30 to 30), in the current colours. */

const star = (/** @type {number} */ radius, /** @type {number} */ x = 0, /** @type {number} */ y = 0) => {
  const points = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 ? radius * 0.42 : radius;
    const angle = (Math.PI * index) / 5 - Math.PI / 2;
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `<path d="M${points.join("L")}Z"/>`;
};

const chevron = (/** @type {number} */ y) =>
  `<path d="M-18 ${y}L0 ${y - 12}L18 ${y}V${y + 7}L0 ${y - 5}L-18 ${y + 7}Z"/>`;

const sword = (/** @type {number} */ turn) =>
  `<g transform="rotate(${turn})"><path d="M-2.6 12V-22L0 -28L2.6 -22V12Z"/><path d="M-9 11H9V15.5H-9Z"/>
  <path d="M-2.4 15.5H2.4V24H-2.4Z"/><circle cy="26" r="3.4"/></g>`;

const leaf = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ turn) =>
  `<ellipse rx="3.1" ry="6.2" transform="translate(${x} ${y}) rotate(${turn})"/>`;

const laurel = [[-15, 20, -62], [-21, 11, -34], [-23, 0, -8], [-21, -11, 18], [-15, -20, 40]]
  .map(([x, y, turn]) => leaf(x, y, turn) + leaf(-x, y, -turn)).join("");

/** @type {Record<string, string>} */
export const EMBLEMS = {
  flag: `<path d="M-17 -28H-12.5V29H-17Z"/><path d="M-12 -26C-2 -33 8 -18 23 -25V4C8 11 -2 -4 -12 3Z"/>
    <path class="line" d="M-22 29H-7"/>`,
  bomb: `<circle cx="-3" cy="8" r="20"/><path d="M4 -16L16 -9L12 -1L0 -8Z"/>
    <path class="line" d="M11 -13C14 -22 19 -22 21 -17"/>${star(8, 22, -20)}
    <path class="shine" d="M-15 4A13 13 0 0 1 -5 -6"/>`,
  spy:
    `<path d="M-14 -8C-14 -22 -8 -27 0 -22C8 -27 14 -22 14 -8Z"/><path d="M-27 -7C-14 -2 14 -2 27 -7C23 2 -23 2 -27 -7Z"/>
    <path d="M-19 6H-2V10H2V6H19C19 16 14 21 9 21C4 21 1 16 0 12C-1 16 -4 21 -9 21C-14 21 -19 16 -19 6Z"/>`,
  scout:
    `<g transform="rotate(-38)"><path d="M-29 -5H-13V5H-29Z"/><path d="M-12 -7.5H5V7.5H-12Z"/><path d="M6 -10.5H27V10.5H6Z"/>
    <path class="line" d="M28.5 -12V12"/></g><path d="M-2 10L-12 29H-6L2 14Z"/><path d="M3 8L15 29H9L-1 13Z"/>`,
  miner:
    `<g transform="rotate(38)"><path d="M-3 -14H3V29H-3Z"/><path d="M-27 -6C-20 -22 20 -22 27 -6C14 -14 -14 -14 -27 -6Z"/>
    <path d="M-5.4 -21H5.4V-11H-5.4Z"/></g>`,
  sergeant: chevron(-6) + chevron(7) + chevron(20),
  lieutenant:
    `<path d="M-26 20C-8 20 12 6 20 -27C26 -2 10 24 -15 26Z"/><path d="M-30 8L-8 28L-12 31L-33 13Z"/><circle cx="-27" cy="27" r="4"/>`,
  captain: `<path d="M0 -29L23 -21V0C23 15 12 24 0 30C-12 24 -23 15 -23 0V-21Z"/>
    <g class="cut"><path d="M-13 -11H13V-5H-13Z"/><path d="M-13 2H13V8H-13Z"/></g>`,
  major: `<path d="M-20 29V-8H-24V-27H-15V-19H-5V-27H5V-19H15V-27H24V-8H20V29H7V16A7 7 0 0 0 -7 16V29Z"/>
    <g class="cut"><path d="M-11 -4H-6V6H-11Z"/><path d="M6 -4H11V6H6Z"/></g>`,
  colonel: sword(-45) + sword(45),
  general: laurel + star(17, 0, -2),
  marshal: `<path d="M-18 -4L-23 -27L-11 -17L0 -30L11 -17L23 -27L18 -4Z"/><path d="M-18 -1.5H18V3.5H-18Z"/>
    <g transform="translate(0 18)"><path d="M-3 -25H3V25H-3Z" transform="rotate(68)"/><path d="M-3 -25H3V25H-3Z" transform="rotate(-68)"/></g>`,
  unknown: `<path d="M-19 27V2H-23V-14H-15V-8H-6V-14H6V-8H15V-14H23V2H19V27Z"/>
    <g class="cut"><path d="M-5 27V16A5 5 0 0 1 5 16V27Z"/></g><path class="line" d="M0 -14V-29"/><path d="M1 -29L14 -25L1 -20Z"/>`,
};
