/** The match page, kept up to date over one WebSocket. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { commandId, game as gameOf, get, me, post } from "../net/api.js";
import { announce, announcedNonce, announceRematch } from "../net/nonces.js";
import { ReplayPages } from "../net/replay_pages.js";
import { ReconnectingSocket } from "../net/socket.js";
import { navigate } from "../router.js";
import { canAttempt, EMPTY, reduce } from "../state/match.js";
import { onSettingsChange, settings } from "../state/settings_store.js";
import { errorText } from "../ui/error_text.js";
import { playerName } from "../ui/names.js";
import { MatchScreen } from "../ui/match_screen.js";
import { playEffects } from "../ui/effects.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../state/match.js").MatchAction} MatchAction */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */

class MatchPage {
  /** @type {MatchModel} */
  model = EMPTY;
  /** Earlier positions; discarded when the record changes. @type {ReplayPages | null} */
  #pages = null;
  /** @type {ReconnectingSocket | null} */
  #socket = null;

  /** @param {Game} game @param {string} id */
  constructor(game, id) {
    this.game = game;
    this.id = id;
    const selecting = () => ({ confirm: settings().confirm, command: commandId() });
    this.board = new Board(game, settings(), {
      selected: (square) => this.dispatch({ type: "squareSelected", square, ...selecting() }),
      dragStarted: (square) => this.#startDrag(square),
      dropped: (_, square) => this.dispatch({ type: "pieceDropped", square, ...selecting() }),
      cancelled: () => this.dispatch({ type: "cancelled" }),
    }, t("board.label", { game: game.title }));
  }

  async open() {
    await this.board.ready();
    this.screen = new MatchScreen(this.game, this.board, {
      dispatch: (action) => this.dispatch(action),
      send: (command) => this.send(command),
      confirm: () => this.dispatch({ type: "confirmed", command: commandId() }),
    });
    this.#clockTimer = setInterval(() => this.screen?.tick(this.model), 100);
    this.#unsubscribe = onSettingsChange((changed) => {
      this.board.applySettings(changed);
      this.#draw([]);
    });
    return this.screen.element;
  }

  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clockTimer;
  #unsubscribe = () => {};

  /** The start position is shown while the match waits for players, unless it is dealt or placed later. */
  async #showPreview() {
    const text = this.model.match?.start ?? null;
    if (this.game.hidden || (this.game.start !== "fixed" && text === null)) return;
    if (this.model.state?.view || !this.screen) return;
    const { view } = await post(`/api/games/${this.game.id}/positions`, { text, version: this.game.version });
    this.screen.preview = view.pieces;
    this.#draw([]);
  }

  /** @param {Snapshot} snapshot */
  connect(snapshot) {
    this.dispatch({ type: "snapshot", snapshot, now: Date.now(), hidden: this.game.hidden });
    this.#showPreview().catch(() => {});
    this.#socket = new ReconnectingSocket(`/ws/matches/${this.id}`, {
      hello: () => ({ type: "hello", version: this.model.version || null, seat: null, token: null }),
      message: (frame) => this.#receive(frame),
      status: (connection) => this.dispatch({ type: "connection", connection }),
    });
    this.#tellNonce(EMPTY);
  }

  /** @param {import("../wire.js").ServerFrame} frame */
  #receive(frame) {
    const [now, hidden] = [Date.now(), this.game.hidden];
    if (frame.type === "snapshot") this.dispatch({ type: "snapshot", snapshot: frame, now, hidden });
    else if (frame.type === "update" && frame.from_version > this.model.version) this.#socket?.resume();
    else if (frame.type === "update") this.dispatch({ type: "update", update: frame, now, hidden });
    else if (frame.type === "presence") this.dispatch({ type: "presence", presence: frame });
    else if (frame.type === "error") this.dispatch({ type: "refused", command: frame.command_id, refusal: frame });
  }

  /** @param {import("../net/outbox.js").Command} command */
  send(command) {
    const seat = command.type === "join" || command.type === "nonce" ? {} : { seat: this.model.viewer.seat };
    this.#socket?.send({ command_id: commandId(), ...seat, ...this.#nonceHash(command), ...command });
  }

  /** Announces a nonce with every command that leads to a new match. @param {import("../net/outbox.js").Command} command */
  #nonceHash({ type }) {
    if (type === "join") return { nonce_hash: announce(this.id) };
    return type === "offer" || type === "accept" ? { nonce_hash: announceRematch(this.id) } : {};
  }

  /** Tells the announced nonce when the match waits for it. @param {MatchModel} before */
  #tellNonce(before) {
    const { match, state } = this.model;
    if (!match || !state?.can.includes("nonce") || before.state?.can.includes("nonce")) return;
    const nonce = announcedNonce(match);
    if (nonce) this.send({ type: "nonce", nonce });
  }

  /** @param {string} square @returns {boolean} */
  #startDrag(square) {
    const draggable = canAttempt(this.model, square) || this.model.selected.at(-1) === square;
    if (draggable) this.dispatch({ type: "dragStarted", square });
    return draggable;
  }

  /** @param {MatchAction} action */
  dispatch(action) {
    const before = this.model;
    this.model = reduce(before, action);
    if (this.model === before) return;
    this.#effects(before);
    const played = this.model.record.length > before.record.length && before.version > 0 && !before.sent;
    this.#draw(played ? this.model.record.at(-1)?.squares ?? [] : animationPath(before, this.model));
    if (this.board.spriteOf && this.screen) {
      playEffects(before, this.model, this.game, this.screen.overlay, this.board.spriteOf);
    }
  }

  /** @param {MatchModel} before */
  #effects(before) {
    const { model } = this;
    if (this.#socket) this.#tellNonce(before);
    if (model.sent && model.sent !== before.sent) this.#sendMove(model.sent);
    if (model.whyNot && model.whyNot !== before.whyNot) this.#askWhy(model.whyNot);
    if (model.record.length !== before.record.length || model.viewer.seat !== before.viewer.seat) this.#pages = null;
    if (model.viewedPly !== null && (model.viewedPly !== before.viewedPly || !this.#pages)) {
      this.#loadView(model.viewedPly);
    }
    if (model.state?.rematch && before.state && !before.state.rematch && model.viewer.seats.length > 0) {
      navigate(`/match/${model.state.rematch}`);
    }
  }

  /** @param {import("../state/match.js").SentMove} sent */
  #sendMove({ command, route }) {
    this.#socket?.send({
      type: "play",
      command_id: command,
      version: this.model.version,
      squares: route.squares,
      text: null,
      hop: false,
      seat: this.model.viewer.seat,
    });
  }

  /** @param {string[]} squares */
  async #askWhy(squares) {
    const body = { squares, seat: this.model.viewer.seat };
    const why = await post(`/api/matches/${this.id}/why`, body).catch((problem) => ({
      legal: false,
      code: null,
      detail: errorText(problem),
      squares: [],
      moves: [],
    }));
    this.dispatch({ type: "explained", why });
  }

  /** @param {number} ply */
  async #loadView(ply) {
    this.#pages ??= new ReplayPages(this.id, this.model.viewer.seat ?? "spectator");
    await this.#pages.load(ply).catch((problem) => this.dispatch({ type: "noticed", text: errorText(problem) }));
    this.#draw([]);
  }

  /** @param {string[]} path */
  #draw(path) {
    const { viewedPly } = this.model;
    const earlierView = viewedPly === null ? null : this.#pages?.at(viewedPly) ?? null;
    this.screen?.show(this.model, earlierView, path);
    document.title = this.#title();
  }

  /** The tab title shows when it is the player's turn. */
  #title() {
    const [first, second] = (this.model.state?.seats ?? []).map((seat) => playerName(seat.player));
    const title = t("match.title", { game: this.game.title, first, second });
    return `${this.model.state?.moves.length ? "● " : ""}${title} · ${t("app.name")}`;
  }

  destroy() {
    this.#socket?.close();
    clearInterval(this.#clockTimer);
    this.#unsubscribe();
    this.screen?.destroy();
  }
}

/**
 * The squares along which a move that the player has just made, or continued by one hop, is animated.
 * @param {MatchModel} before
 * @param {MatchModel} after
 * @returns {string[]}
 */
function animationPath(before, after) {
  if (after.sent && after.sent !== before.sent) {
    const { squares } = after.sent.route;
    return squares.slice(Math.max(0, before.selected.length - 1));
  }
  return after.selected.length > before.selected.length && after.selected.length > 1 ? after.selected.slice(-2) : [];
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts }) {
  const id = parts[0] ?? "";
  await me();
  /** @type {Snapshot} */
  const snapshot = await get(`/api/matches/${encodeURIComponent(id)}`);
  const game = await gameOf(snapshot.match.game, snapshot.match.ruleset);
  const match = new MatchPage(game, id);
  const node = await match.open();
  match.connect(snapshot);
  const [first, second] = snapshot.state.seats.map((seat) => playerName(seat.player));
  return { title: t("match.title", { game: game.title, first, second }), node, destroy: () => match.destroy() };
}
