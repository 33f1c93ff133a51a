/** A line to the server that is opened again whenever it breaks, and that loses no command. */

import { answered, backOff, NOTHING, overdue, put, sentAgain } from "./outbox.js";

/** @typedef {import("./outbox.js").Command} Command */

/** The server will not have us: trying again is of no use. */
const FINAL_CODES = [1008, 4404];
const QUIET_FOR = 45_000;

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  #outbox = NOTHING;
  #tries = 0;
  #closed = false;
  #heardAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #watch;
  #wake = () => {
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#connect();
  };

  /**
   * @param {string} path
   * @param {{ hello?: () => unknown, message: (message: any) => void, status: (status: "connecting" | "open" | "lost" | "gone") => void }} heard
   */
  constructor(path, heard) {
    this.path = path;
    this.heard = heard;
    this.#watch = setInterval(() => this.#look(), 1000);
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** @param {Command} command */
  send(command) {
    this.#outbox = put(this.#outbox, command, Date.now());
    this.#transmit(command);
  }

  /** Asks for what was missed. */
  resume() {
    if (this.heard.hello) this.#transmit(this.heard.hello());
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close(1000);
  }

  #connect() {
    if (this.#closed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#received(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#broke(socket, event.code));
  }

  #opened() {
    this.#heardAt = Date.now();
    this.resume();
    for (const { command } of this.#outbox) this.#transmit(command);
    if (!this.heard.hello) this.heard.status("open");
  }

  /** @param {any} message */
  #received(message) {
    this.#heardAt = Date.now();
    this.#tries = 0;
    if (message.type === "ping") return this.#transmit({ type: "pong", id: message.id });
    if (message.type === "ack" || message.type === "error") this.#outbox = answered(this.#outbox, message.command_id);
    this.heard.message(message);
  }

  /** @param {WebSocket} socket @param {number} code */
  #broke(socket, code) {
    if (this.#closed || socket !== this.#socket) return;
    if (FINAL_CODES.includes(code)) {
      this.heard.status("gone");
      return this.close();
    }
    this.heard.status("lost");
    this.#timer = setTimeout(() => this.#connect(), backOff(this.#tries, Math.random()));
    this.#tries += 1;
  }

  #look() {
    const now = Date.now();
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (now - this.#heardAt > QUIET_FOR) return this.#socket.close(4000);
    const late = overdue(this.#outbox, now);
    late.forEach((command) => this.#transmit(command));
    this.#outbox = sentAgain(this.#outbox, late, now);
  }

  /** @param {unknown} frame */
  #transmit(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}
