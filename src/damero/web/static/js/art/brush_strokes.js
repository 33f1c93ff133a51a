/**
 * Ink for characters: strokes given as points become outlines with a brush's swelling and tapering, so that Chinese
 * characters look right on machines without a Chinese font.
 */

/** @typedef {[number, number]} Point */

/**
 * A stroke: how it is made, and its points in a box of 100 by 100.
 * "line" keeps its width, "sweep" thins out to its end, "press" swells towards its end, "drop" is a dot,
 * "hook" keeps its width and thins out over its last stretch.
 * @typedef {{ made: "line" | "sweep" | "press" | "drop" | "hook", points: Point[] }} Stroke
 */

const WIDTH = 8.4;
const STEPS = 10;

/** How wide a stroke is at a part (0 … 1) of its way. @type {Record<Stroke["made"], (part: number) => number>} */
const PROFILES = {
  line: (part) => 0.92 + 0.16 * Math.abs(part - 0.5),
  sweep: (part) => 1.12 - 0.86 * part * part,
  press: (part) => (part < 0.8 ? 0.5 + 0.9 * part : 1.22 - 4.6 * (part - 0.8)),
  drop: (part) => 0.45 + 0.95 * Math.sin(Math.PI * Math.min(1, 0.12 + part * 0.72)),
  hook: (part) => (part < 0.78 ? 1 : 1 - 3.4 * (part - 0.78)),
};

/** @param {Point} from @param {Point} to @returns {number} */
const distance = (from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]);

/** Points along a polyline, close enough together to bend. @param {Point[]} points @returns {Point[]} */
function alongCorners(points) {
  /** @type {Point[]} */
  const samples = [points[0]];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    for (let step = 1; step <= STEPS; step += 1) {
      const part = step / STEPS;
      samples.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
    }
  }
  return samples;
}

/** Points along a bow through its middle point. @param {Point[]} points @returns {Point[]} */
function alongBow([start, middle, end]) {
  const bend = [2 * middle[0] - (start[0] + end[0]) / 2, 2 * middle[1] - (start[1] + end[1]) / 2];
  return Array.from({ length: 2 * STEPS + 1 }, (_, step) => {
    const t = step / (2 * STEPS);
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return /** @type {Point} */ ([
      a * start[0] + b * bend[0] + c * end[0],
      a * start[1] + b * bend[1] + c * end[1],
    ]);
  });
}

/** @param {Point[]} samples @param {number} index @returns {Point} */
function normal(samples, index) {
  const before = samples[Math.max(0, index - 1)];
  const after = samples[Math.min(samples.length - 1, index + 1)];
  const length = distance(before, after) || 1;
  return [(before[1] - after[1]) / length, (after[0] - before[0]) / length];
}

/** @param {Stroke} stroke @returns {Point[]} */
function samplesOf({ made, points }) {
  const bowed = points.length === 3 && (made === "sweep" || made === "press");
  return bowed ? alongBow(points) : alongCorners(points);
}

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/** The outline of one stroke as path data. @param {Stroke} stroke @param {number} weight @returns {string} */
function outline(stroke, weight) {
  const samples = samplesOf(stroke);
  /** @type {string[]} */
  const left = [];
  /** @type {string[]} */
  const right = [];
  samples.forEach((point, index) => {
    const [nx, ny] = normal(samples, index);
    const half = (PROFILES[stroke.made](index / (samples.length - 1)) * weight) / 2;
    left.push(`${short(point[0] + nx * half)} ${short(point[1] + ny * half)}`);
    right.unshift(`${short(point[0] - nx * half)} ${short(point[1] - ny * half)}`);
  });
  return `M${left.join("L")}L${right.join("L")}Z`;
}

/**
 * A character as path data in a box of 100 by 100.
 * @param {Stroke[]} strokes
 * @param {number} [weight]
 * @returns {string}
 */
export function inked(strokes, weight = WIDTH) {
  return strokes.map((stroke) => outline(stroke, weight)).join("");
}
