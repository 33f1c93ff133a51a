/**
 * Turns brush strokes, given as points, into outlines that swell and taper, so that Chinese characters can be drawn
 * without a Chinese font.
 */

/** @typedef {[number, number]} Point */

/**
 * A stroke: its shape and its points in a box of 100 by 100.
 * "line" keeps its width, "sweep" tapers to its end, "press" swells towards its end, "drop" is a dot,
 * "hook" keeps its width and tapers at its end.
 * @typedef {{ shape: "line" | "sweep" | "press" | "drop" | "hook", points: Point[] }} Stroke
 */

const WIDTH = 8.4;
const STEPS = 10;

/** The relative width of a stroke at a fraction of its length. @type {Record<Stroke["shape"], (fraction: number) => number>} */
const PROFILES = {
  line: (fraction) => 0.92 + 0.16 * Math.abs(fraction - 0.5),
  sweep: (fraction) => 1.12 - 0.86 * fraction * fraction,
  press: (fraction) => (fraction < 0.8 ? 0.5 + 0.9 * fraction : 1.22 - 4.6 * (fraction - 0.8)),
  drop: (fraction) => 0.45 + 0.95 * Math.sin(Math.PI * Math.min(1, 0.12 + fraction * 0.72)),
  hook: (fraction) => (fraction < 0.78 ? 1 : 1 - 3.4 * (fraction - 0.78)),
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
      const fraction = step / STEPS;
      samples.push([from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction]);
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
function samplesOf({ shape, points }) {
  const bowed = points.length === 3 && (shape === "sweep" || shape === "press");
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
    const half = (PROFILES[stroke.shape](index / (samples.length - 1)) * weight) / 2;
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
export function strokesToPath(strokes, weight = WIDTH) {
  return strokes.map((stroke) => outline(stroke, weight)).join("");
}
