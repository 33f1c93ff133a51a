/** A WebSocket that reconnects by itself and sends unanswered commands again. */

import { add, answered, backOff, EMPTY, overdue, sentAgain } from "./outbox.js";

/** @typedef {import("../wire.js").ClientFrame | import("../wire.js").AnalysisRequest} ClientFrame */
/** @typedef {import("../wire.js").CommandFrame} CommandFrame */
/** @typedef {import("../wire.js").ServerFrame} ServerFrame */
/** @typedef {import("../wire.js").Hello | import("../wire.js").AnalyseFrame | import("../wire.js").StopFrame} FirstFrame */
/**
 * @typedef {object} SocketHandlers
 * @property {() => FirstFrame} [hello] the first frame of each connection
 * @property {(frame: ServerFrame) => void} message
 * @property {(status: "open" | "lost" | "gone") => void} status
 */

/** Close codes after which reconnecting is useless: refused, no such match. */
const FINAL_CODES = [1008, 4404];
/** Milliseconds without any message after which the connection counts as broken: the server sends something every ten seconds. */
const SILENCE_LIMIT = 25_000;
/** The same while a command waits for its answer. */
const ANSWER_LIMIT = 10_000;
/** Close codes of this client's own. */
const SILENT = 4000;
const UNREADABLE = 4001;

/** @param {string} text @returns {ServerFrame | null} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export class ReconnectingSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #outbox = EMPTY;
  #attempts = 0;
  #closed = false;
  #lastMessageAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnectTimer;
  #checkTimer;
  #reconnect = () => {
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#connect();
  };
  #offline = () => this.#abandon();

  /** @param {string} path @param {SocketHandlers} handlers */
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    this.#checkTimer = setInterval(() => this.#check(), 1000);
    addEventListener("online", this.#reconnect);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#reconnect);
    this.#connect();
  }

  /** @param {CommandFrame} command */
  send(command) {
    this.#outbox = add(this.#outbox, command, Date.now());
    this.#transmit(command);
  }

  /** Asks the server for everything since the last known version. */
  resume() {
    if (this.handlers.hello) this.#transmit(this.handlers.hello());
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#checkTimer);
    removeEventListener("online", this.#reconnect);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#reconnect);
    this.#socket?.close(1000);
  }

  #connect() {
    if (this.#closed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#reconnectTimer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#onOpen());
    socket.addEventListener("message", (event) => socket === this.#socket && this.#read(socket, event.data));
    socket.addEventListener("close", (event) => this.#onClose(socket, event.code));
  }

  #onOpen() {
    this.#lastMessageAt = Date.now();
    this.resume();
    for (const { command } of this.#outbox) this.#transmit(command);
    if (!this.handlers.hello) this.handlers.status("open");
  }

  /** A frame that was cut off ends the connection; the next one begins with everything since the last known version.
   * @param {WebSocket} socket @param {string} text */
  #read(socket, text) {
    const frame = parsed(text);
    if (frame) this.#onMessage(frame);
    else socket.close(UNREADABLE);
  }

  /** @param {ServerFrame} frame */
  #onMessage(frame) {
    this.#lastMessageAt = Date.now();
    this.#attempts = 0;
    if (frame.type === "ping") return this.#transmit({ type: "pong", id: frame.id });
    if (frame.type === "ack" || frame.type === "error") this.#outbox = answered(this.#outbox, frame.command_id);
    this.handlers.message(frame);
  }

  /** @param {WebSocket} socket @param {number} code */
  #onClose(socket, code) {
    if (this.#closed || socket !== this.#socket) return;
    if (FINAL_CODES.includes(code)) {
      this.handlers.status("gone");
      return this.close();
    }
    this.#connectLater();
  }

  #connectLater() {
    this.handlers.status("lost");
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(() => this.#connect(), backOff(this.#attempts, Math.random()));
    this.#attempts += 1;
  }

  /** Leaves a connection that may be dead without waiting for it to close, which can take a minute. */
  #abandon() {
    const abandoned = this.#socket;
    this.#socket = null;
    this.#connectLater();
    abandoned?.close(SILENT);
  }

  #check() {
    const now = Date.now();
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const limit = this.#outbox.length > 0 ? ANSWER_LIMIT : SILENCE_LIMIT;
    if (now - Math.max(this.#lastMessageAt, this.#outbox[0]?.addedAt ?? 0) > limit) return this.#abandon();
    const late = overdue(this.#outbox, now);
    late.forEach((command) => this.#transmit(command));
    this.#outbox = sentAgain(this.#outbox, late, now);
  }

  /** @param {ClientFrame} frame */
  #transmit(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}
