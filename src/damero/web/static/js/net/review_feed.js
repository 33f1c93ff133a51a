/** Follows a review over the analysis socket: every judged move, then its end. */

import { ApiError } from "./api.js";

/** @typedef {import("../wire.js").JudgementFrame} JudgementFrame */

/** Milliseconds before a lost connection is made again: the review goes on meanwhile, and begins with what is known. */
const RETRY = 1500;
const MOST_RETRIES = 5;

/**
 * @param {string} match
 * @param {(judged: JudgementFrame) => void} told
 * @returns {{ done: Promise<void>, stop: () => void }}
 */
export function followReview(match, told) {
  /** @type {WebSocket | null} */
  let socket = null;
  let stopped = false;
  let newest = 0;
  const done = (async () => {
    for (let tries = 0; !stopped; tries += 1) {
      const ended = await once(match, (opened) => (socket = opened), (judged) => {
        tries = 0;
        if (judged.ply <= newest) return;
        newest = judged.ply;
        told(judged);
      });
      if (ended) return;
      if (tries >= MOST_RETRIES) throw new ApiError({ code: "UNREACHABLE" });
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  })();
  const stop = () => {
    stopped = true;
    socket?.close();
  };
  return { done, stop };
}

/**
 * One connection: whether the review came to its end.
 * @param {string} match @param {(socket: WebSocket) => void} opened @param {(judged: JudgementFrame) => void} told
 * @returns {Promise<boolean>}
 */
function once(match, opened, told) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/analysis`);
    opened(socket);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "review", id: 1, match })));
    socket.addEventListener("close", () => resolve(false));
    socket.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "ping") return socket.send(JSON.stringify({ type: "pong", id: frame.id }));
      if (frame.type === "judgement") return told(frame);
      if (frame.type === "error") reject(new ApiError(frame));
      else if (frame.type === "analysis_end") resolve(true);
      socket.close();
    });
  });
}
