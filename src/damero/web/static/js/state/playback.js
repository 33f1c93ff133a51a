/** The playback of a recorded game: its state and reducer. */

/** @typedef {{ ply: number, total: number, playing: boolean }} Playback */
/**
 * @typedef {{ type: "goTo", ply: number } | { type: "step", count: number } | { type: "tick" } | { type: "play" }
 *   | { type: "pause" }} PlaybackAction
 */

/** @param {Playback} playback @param {PlaybackAction} action @returns {Playback} */
export function reducePlayback(playback, action) {
  const { ply, total, playing } = playback;
  switch (action.type) {
    case "goTo":
      return { ply: within(action.ply, total), total, playing: false };
    case "step":
      return { ply: within(ply + action.count, total), total, playing: false };
    case "tick":
      return playing ? advance(playback) : playback;
    case "play":
      return { ply: ply >= total ? 0 : ply, total, playing: total > 0 };
    case "pause":
      return { ...playback, playing: false };
  }
}

/** @param {Playback} playback @returns {Playback} */
function advance({ ply, total }) {
  const next = within(ply + 1, total);
  return { ply: next, total, playing: next < total };
}

/** @param {number} ply @param {number} total */
const within = (ply, total) => Math.min(Math.max(0, Math.trunc(ply) || 0), total);
