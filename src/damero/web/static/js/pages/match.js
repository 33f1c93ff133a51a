/** A match: the board and everything around it, kept up to date over one line to the server. */

import { Board } from "../board/board.js";
import { say } from "../i18n/messages.js";
import { commandId, game as gameOf, get, me, post } from "../net/api.js";
import { Frames } from "../net/replay_pages.js";
import { Line } from "../net/socket.js";
import { go } from "../router.js";
import { EMPTY, mayTry, reduce } from "../state/match.js";
import { settings, whenSettingsChange } from "../state/settings_store.js";
import { sentence } from "../ui/error_text.js";
import { playerName } from "../ui/names.js";
import { MatchScreen } from "../ui/match_screen.js";
import { tell } from "../ui/effects.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../state/match.js").MatchAction} MatchAction */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */

class MatchPage {
  /** @type {MatchModel} */
  model = EMPTY;
  /** What was seen earlier, forgotten with every change of the record. @type {Frames | null} */
  #frames = null;
  /** @type {Line | null} */
  #line = null;

  /** @param {Game} game @param {string} id */
  constructor(game, id) {
    this.game = game;
    this.id = id;
    const choosing = () => ({ confirm: settings().confirm, command: commandId() });
    this.board = new Board(game, settings(), {
      touched: (square) => this.dispatch({ type: "touched", square, ...choosing() }),
      lifted: (square) => this.#lifted(square),
      dropped: (_, square) => this.dispatch({ type: "dropped", square, ...choosing() }),
      cancelled: () => this.dispatch({ type: "cancelled" }),
    }, say("board.label", { game: game.title }));
  }

  async open() {
    await this.board.ready();
    this.screen = new MatchScreen(this.game, this.board, {
      dispatch: (action) => this.dispatch(action),
      send: (type, more) => this.send(type, more),
      confirm: () => this.dispatch({ type: "confirmed", command: commandId() }),
    });
    this.#ticking = setInterval(() => this.screen?.tick(this.model), 100);
    this.#unsettle = whenSettingsChange((chosen) => {
      this.board.dress(chosen);
      this.#draw([]);
    });
    return this.screen.element;
  }

  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  #unsettle = () => {};

  /** A game that always starts alike shows its start while it waits for players. */
  async #preview() {
    if (this.game.start !== "fixed" || this.model.state?.view || !this.screen) return;
    const { view } = await post(`/api/games/${this.game.id}/positions`, { text: null });
    this.screen.preview = view.pieces;
    this.#draw([]);
  }

  /** @param {Snapshot} snapshot */
  connect(snapshot) {
    this.dispatch({ type: "snapshot", snapshot, now: Date.now(), hidden: this.game.hidden });
    this.#preview().catch(() => {});
    this.#line = new Line(`/ws/matches/${this.id}`, {
      hello: () => ({ type: "hello", version: this.model.version || null, seat: null, token: null }),
      message: (message) => this.#heard(message),
      status: (connection) => this.dispatch({ type: "connection", connection }),
    });
  }

  /** @param {any} message */
  #heard(message) {
    const [now, hidden] = [Date.now(), this.game.hidden];
    if (message.type === "snapshot") this.dispatch({ type: "snapshot", snapshot: message, now, hidden });
    else if (message.type === "update" && message.from_version > this.model.version) this.#line?.resume();
    else if (message.type === "update") this.dispatch({ type: "update", update: message, now, hidden });
    else if (message.type === "presence") this.dispatch({ type: "presence", presence: message });
    else if (message.type === "ack") this.dispatch({ type: "acknowledged", command: message.command_id });
    else if (message.type === "error") {
      this.dispatch({ type: "refused", command: message.command_id, refusal: message });
    }
  }

  /** @param {string} type @param {Record<string, unknown>} [more] */
  send(type, more = {}) {
    this.#line?.send({
      type,
      command_id: commandId(),
      ...(type === "join" ? {} : { seat: this.model.viewer.seat }),
      ...more,
    });
  }

  /** @param {string} square @returns {boolean} */
  #lifted(square) {
    const may = mayTry(this.model, square) || this.model.touched.at(-1) === square;
    if (may) this.dispatch({ type: "lifted", square });
    return may;
  }

  /** @param {MatchAction} action */
  dispatch(action) {
    const before = this.model;
    this.model = reduce(before, action);
    if (this.model === before) return;
    this.#effects(before);
    const played = this.model.record.length > before.record.length && before.version > 0 && !before.sent;
    this.#draw(played ? this.model.record.at(-1)?.squares ?? [] : wayOf(before, this.model));
    if (this.board.spriteOf && this.screen) tell(before, this.model, this.game, this.screen.over, this.board.spriteOf);
  }

  /** @param {MatchModel} before */
  #effects(before) {
    const { model } = this;
    if (model.sent && model.sent !== before.sent) this.#sendMove(model.sent);
    if (model.asked && model.asked !== before.asked) this.#askWhy(model.asked);
    if (model.record.length !== before.record.length || model.viewer.seat !== before.viewer.seat) this.#frames = null;
    if (model.ply !== null && (model.ply !== before.ply || !this.#frames)) this.#fetchFrame(model.ply);
    if (model.state?.rematch && before.state && !before.state.rematch && model.viewer.seats.length > 0) {
      go(`/match/${model.state.rematch}`);
    }
  }

  /** @param {import("../state/match.js").Sent} sent */
  #sendMove({ command, route }) {
    this.#line?.send({
      type: "play",
      command_id: command,
      version: this.model.version,
      squares: route.squares,
      text: null,
      hop: false,
      seat: this.model.viewer.seat,
    });
  }

  /** @param {string} asked */
  async #askWhy(asked) {
    const body = { squares: asked.split(" "), seat: this.model.viewer.seat };
    const why = await post(`/api/matches/${this.id}/why`, body).catch((problem) => ({
      legal: false,
      code: null,
      detail: sentence(problem),
      squares: [],
      moves: [],
    }));
    this.dispatch({ type: "explained", why });
  }

  /** @param {number} ply */
  async #fetchFrame(ply) {
    this.#frames ??= new Frames(this.id, this.model.viewer.seat ?? "spectator");
    await this.#frames.reach(ply).catch((problem) => this.dispatch({ type: "noticed", text: sentence(problem) }));
    this.#draw([]);
  }

  /** @param {string[]} way */
  #draw(way) {
    const looked = this.model.ply === null ? null : this.#frames?.at(this.model.ply) ?? null;
    this.screen?.show(this.model, looked, way);
    document.title = this.#title();
  }

  /** The turn is seen from another tab, too. */
  #title() {
    const [first, second] = (this.model.state?.seats ?? []).map((seat) => playerName(seat.player));
    const title = say("match.title", { game: this.game.title, first, second });
    return `${this.model.state?.moves.length ? "● " : ""}${title} · ${say("app.name")}`;
  }

  leave() {
    this.#line?.close();
    clearInterval(this.#ticking);
    this.#unsettle();
    this.screen?.leave();
  }
}

/**
 * How a piece goes that the player has just moved or brought one hop further.
 * @param {MatchModel} before
 * @param {MatchModel} after
 * @returns {string[]}
 */
function wayOf(before, after) {
  if (after.sent && after.sent !== before.sent) {
    const { squares } = after.sent.route;
    return squares.slice(Math.max(0, before.touched.length - 1));
  }
  return after.touched.length > before.touched.length && after.touched.length > 1 ? after.touched.slice(-2) : [];
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts }) {
  const id = parts[0] ?? "";
  await me();
  /** @type {Snapshot} */
  const snapshot = await get(`/api/matches/${encodeURIComponent(id)}`);
  const game = await gameOf(snapshot.match.game);
  const match = new MatchPage(game, id);
  const node = await match.open();
  match.connect(snapshot);
  const [first, second] = snapshot.state.seats.map((seat) => playerName(seat.player));
  return { title: say("match.title", { game: game.title, first, second }), node, leave: () => match.leave() };
}
