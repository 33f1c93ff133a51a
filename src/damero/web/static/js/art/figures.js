/** The pieces of Chinese chess as pictures, drawn around the middle of a box of 60 by 60. "cut" parts show the disc. */

const spokes = Array.from(
  { length: 8 },
  (_, index) => `<path d="M-1.6 0H1.6V-20H-1.6Z" transform="rotate(${index * 45})"/>`,
);

/** @type {Record<string, string>} */
export const FIGURES = {
  king: `<path d="M-22 12L-26 -16L-12 -4L0 -24L12 -4L26 -16L22 12Z"/><path d="M-22 15H22V22H-22Z"/>
    <circle cx="-26" cy="-18" r="3.6"/><circle cy="-26" r="4"/><circle cx="26" cy="-18" r="3.6"/>
    <g class="cut"><circle cx="0" cy="4" r="3.4"/><circle cx="-11" cy="6" r="2.4"/><circle cx="11" cy="6" r="2.4"/></g>`,
  guard: `<path d="M0 -28C8 -21 16 -20 24 -20C25 4 18 20 0 29C-18 20 -25 4 -24 -20C-16 -20 -8 -21 0 -28Z"/>
    <g class="cut"><path d="M-3 -16H3V-3H14V3H3V17H-3V3H-14V-3H-3Z"/></g>`,
  minister:
    `<path d="M-20 -10C-18 -24 -6 -27 4 -25C18 -23 25 -12 24 2V26H15V12C10 15 4 16 -2 15V26H-10V10C-13 12 -15 16 -15 21C-15 26 -19 29 -24 28
    C-29 27 -30 22 -28 19C-26 21 -23 22 -22 19C-21 10 -21 0 -20 -10Z"/>
    <g class="cut"><circle cx="-11" cy="-8" r="2.6"/><path d="M-3 -16C4 -15 6 -4 0 3C-5 -1 -6 -10 -3 -16Z"/></g>`,
  rook: `<circle r="27"/><g class="cut"><circle r="21"/></g>${
    spokes.join("")
  }<circle r="7.5"/><g class="cut"><circle r="3"/></g>`,
  horse:
    `<path d="M-8 -22L-5 -30L1 -24C15 -22 24 -9 24 8V27H-12C-12 17 -4 13 0 4C-5 8 -11 8 -15 8C-17 12 -21 13 -24 10C-27 7 -27 3 -24 0
    C-21 -8 -18 -18 -8 -22Z"/><g class="cut"><circle cx="-8" cy="-11" r="2.6"/><path d="M6 -17C14 -12 17 0 16 12L13 12C13 0 11 -9 4 -14Z"/></g>`,
  cannon: `<g transform="rotate(-24)"><path d="M-24 -14C-30 -14 -30 4 -24 4L22 0V-11Z"/><path d="M20 -13H27V2H20Z"/></g>
    <circle cx="-4" cy="14" r="14"/><g class="cut"><circle cx="-4" cy="14" r="9.6"/></g><circle cx="-4" cy="14" r="4"/>
    <path d="M-5.4 1H-2.6V27H-5.4Z"/><path d="M-17 12.6H9V15.4H-17Z"/>`,
  pawn:
    `<path d="M-2.4 -14H2.4V29H-2.4Z"/><path d="M0 -30L9 -13L0 -8L-9 -13Z"/><path d="M-11 -8C-6 -3 6 -3 11 -8C10 2 6 7 0 8C-6 7 -10 2 -11 -8Z"/>`,
};
