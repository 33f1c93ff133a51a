/** Stepping through a game that was played: a value and its changes. */

/** @typedef {{ ply: number, total: number, playing: boolean }} Steps */
/**
 * @typedef {{ type: "to", ply: number } | { type: "by", count: number } | { type: "tick" } | { type: "play" } | { type: "pause" }} Step
 */

/** @param {Steps} steps @param {Step} step @returns {Steps} */
export function stepped(steps, step) {
  switch (step.type) {
    case "to":
      return { ...steps, ply: within(step.ply, steps.total), playing: false };
    case "by":
      return { ...steps, ply: within(steps.ply + step.count, steps.total), playing: false };
    case "tick":
      return steps.playing ? advanced(steps) : steps;
    case "play":
      return { ...steps, ply: steps.ply >= steps.total ? 0 : steps.ply, playing: steps.total > 0 };
    case "pause":
      return { ...steps, playing: false };
  }
}

/** @param {Steps} steps @returns {Steps} */
function advanced(steps) {
  const ply = within(steps.ply + 1, steps.total);
  return { ...steps, ply, playing: ply < steps.total };
}

/** @param {number} ply @param {number} total */
const within = (ply, total) => Math.min(Math.max(0, Math.trunc(ply) || 0), total);
