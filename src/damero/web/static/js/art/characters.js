/** The fourteen characters of Chinese chess, stroke by stroke, in a box of 100 by 100. */

/** @typedef {import("./brush_strokes.js").Stroke} Stroke */
/** @typedef {import("./brush_strokes.js").Point} Point */

/** @param {...number} numbers @returns {Point[]} */
function pairs(...numbers) {
  /** @type {Point[]} */
  const points = [];
  for (let index = 0; index < numbers.length; index += 2) points.push([numbers[index], numbers[index + 1]]);
  return points;
}

/** @param {...number} at @returns {Stroke} */
const line = (...at) => ({ shape: "line", points: pairs(...at) });
/** @param {...number} at @returns {Stroke} */
const sweep = (...at) => ({ shape: "sweep", points: pairs(...at) });
/** @param {...number} at @returns {Stroke} */
const press = (...at) => ({ shape: "press", points: pairs(...at) });
/** @param {...number} at @returns {Stroke} */
const drop = (...at) => ({ shape: "drop", points: pairs(...at) });
/** @param {...number} at @returns {Stroke} */
const hook = (...at) => ({ shape: "hook", points: pairs(...at) });

/** The same strokes squeezed between two edges. @param {Stroke[]} strokes @param {number} left @param {number} right */
function squeezed(strokes, left, right) {
  const scale = (right - left) / 100;
  return strokes.map(({ shape, points }) => ({
    shape,
    points: points.map(([x, y]) => /** @type {Point} */ ([left + x * scale, y])),
  }));
}

const PERSON = [sweep(31, 5, 23, 26, 6, 48), line(21, 34, 21, 96)];

const CHARIOT = [
  line(16, 19, 84, 19),
  line(26, 33, 26, 66),
  line(24, 34, 74, 34, 74, 66),
  line(28, 49, 72, 49),
  line(24, 65, 76, 65),
  line(6, 81, 94, 81),
  line(50, 4, 50, 98),
];

const HORSE = [
  line(24, 9, 24, 62),
  line(22, 11, 82, 11),
  line(26, 28, 76, 28),
  line(26, 44, 76, 44),
  line(50, 12, 50, 60),
  hook(22, 61, 88, 61, 83, 94, 70, 87),
  drop(16, 70, 8, 92),
  drop(31, 72, 34, 89),
  drop(47, 71, 51, 87),
  drop(62, 70, 68, 84),
];

const WRAP = [
  sweep(32, 4, 25, 24, 8, 42),
  hook(28, 22, 86, 22, 82, 72, 68, 66),
  line(26, 41, 62, 41, 62, 61),
  line(26, 60, 62, 60),
  hook(26, 41, 26, 84, 32, 92, 86, 92, 93, 74),
];

/** @type {Record<string, Stroke[]>} */
export const CHARACTERS = {
  "red-king": [
    sweep(28, 3, 24, 12, 15, 20),
    line(13, 19, 13, 92),
    line(13, 21, 39, 21, 39, 46),
    line(14, 46, 40, 46),
    line(13, 59, 42, 59, 42, 89),
    line(13, 88, 43, 88),
    line(54, 28, 54, 80),
    hook(53, 29, 93, 29, 92, 76, 82, 71),
    line(73, 4, 73, 98),
  ],
  "red-guard": [...PERSON, line(36, 39, 97, 39), line(66, 8, 66, 89), line(43, 88, 92, 88)],
  "red-minister": [
    line(4, 29, 48, 29),
    line(26, 5, 26, 97),
    sweep(26, 31, 19, 52, 4, 71),
    drop(29, 42, 46, 60),
    line(57, 12, 57, 95),
    line(56, 14, 93, 14, 93, 95),
    line(58, 38, 92, 38),
    line(58, 62, 92, 62),
    line(58, 88, 92, 88),
  ],
  "red-rook": [...PERSON, ...squeezed(CHARIOT, 36, 100)],
  "red-horse": [...PERSON, ...squeezed(HORSE, 34, 100)],
  "red-cannon": [
    drop(7, 30, 14, 50),
    sweep(45, 26, 41, 38, 34, 48),
    sweep(26, 6, 25, 56, 4, 94),
    press(26, 56, 34, 72, 45, 88),
    ...squeezed(WRAP, 43, 100),
  ],
  "red-pawn": [
    sweep(76, 4, 54, 12, 24, 15),
    line(25, 13, 25, 59),
    line(26, 34, 82, 34),
    line(62, 34, 62, 59),
    line(4, 60, 96, 60),
    sweep(36, 68, 27, 84, 10, 96),
    drop(62, 69, 88, 96),
  ],
  "black-king": [
    line(13, 12, 13, 41),
    line(13, 40, 35, 40),
    line(4, 58, 35, 58),
    sweep(17, 59, 15, 78, 5, 94),
    line(35, 4, 35, 98),
    sweep(62, 3, 55, 18, 43, 30),
    sweep(58, 13, 88, 14, 84, 30, 46, 54),
    drop(59, 25, 66, 33),
    drop(52, 34, 60, 42),
    line(43, 61, 96, 61),
    hook(78, 46, 78, 95, 63, 88),
    drop(53, 70, 63, 82),
  ],
  "black-guard": [line(6, 40, 94, 40), line(50, 6, 50, 89), line(20, 88, 80, 88)],
  "black-minister": [
    sweep(38, 2, 32, 14, 14, 26),
    sweep(34, 12, 64, 12, 52, 27),
    line(21, 28, 24, 46),
    line(20, 28, 78, 28, 74, 46),
    line(24, 45, 75, 45),
    sweep(49, 29, 42, 50, 12, 66),
    hook(36, 53, 53, 66, 57, 80, 54, 97, 40, 90),
    sweep(50, 64, 36, 76, 12, 83),
    sweep(56, 77, 38, 92, 10, 99),
    sweep(84, 50, 76, 59, 62, 65),
    press(58, 59, 72, 78, 95, 91),
  ],
  "black-rook": CHARIOT,
  "black-horse": HORSE,
  "black-cannon": WRAP,
  "black-pawn": [
    drop(46, 2, 55, 14),
    line(12, 20, 88, 20),
    sweep(34, 25, 28, 42, 12, 56),
    drop(32, 38, 46, 53),
    sweep(68, 25, 63, 42, 48, 55),
    drop(69, 37, 87, 55),
    line(5, 67, 95, 67),
    line(50, 53, 50, 98),
  ],
};
