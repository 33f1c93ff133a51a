/** What the engine finds in one position at a time, over a connection that heals itself. */

import { me } from "./api.js";
import { ReconnectingSocket } from "./socket.js";

/** @typedef {import("../wire.js").AnalysisFrame} AnalysisFrame */
/** @typedef {import("../wire.js").AnalyseFrame} AnalyseFrame */
/**
 * @typedef {object} FeedHandlers
 * @property {(found: AnalysisFrame) => void} found
 * @property {(refusal: import("../wire.js").ErrorFrame) => void} refused
 * @property {() => void} ended
 */

export class AnalysisFeed {
  /** @type {ReconnectingSocket | null} */
  #socket = null;
  /** @type {AnalyseFrame | null} */
  #wanted = null;
  #number = 0;
  #closed = false;

  /** @param {FeedHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /** Analyses this position and no other any more. @param {Record<string, unknown>} position */
  async analyse(position) {
    this.#number += 1;
    this.#wanted = /** @type {AnalyseFrame} */ ({ type: "analyse", id: this.#number, ...position });
    if (this.#socket) this.#socket.resume();
    else await this.connect();
  }

  /** Connects before there is anything to analyse, so that the first answer comes sooner. */
  async connect() {
    if (this.#socket) return;
    await me();
    if (this.#closed || this.#socket) return;
    this.#socket = new ReconnectingSocket("/ws/analysis", {
      hello: () => this.#wanted ?? { type: "stop" },
      message: (frame) => this.#read(frame),
      status: () => {},
    });
  }

  stop() {
    if (!this.#wanted) return;
    this.#number += 1;
    this.#wanted = null;
    this.#socket?.resume();
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }

  /** @param {import("../wire.js").ServerFrame | import("../wire.js").AnalysisReply} frame */
  #read(frame) {
    if (frame.type === "error" && (frame.command_id === null || frame.command_id === String(this.#number))) {
      this.#wanted = null;
      this.handlers.refused(frame);
    } else if (frame.type === "analysis" && frame.id === this.#number) {
      this.handlers.found(frame);
    } else if (frame.type === "analysis_end" && frame.id === this.#number) {
      this.#wanted = null;
      this.handlers.ended();
    }
  }
}
