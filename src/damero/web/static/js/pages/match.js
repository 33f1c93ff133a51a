/** The match page, kept up to date over one WebSocket. */

import { Board } from "../board/board.js";
import { t } from "../i18n/messages.js";
import { commandId, game as gameOf, me, post } from "../net/api.js";
import { keepHead } from "../net/heads.js";
import { announcedNonce, announceWith } from "../net/nonces.js";
import { loadEarlierPlies, newestPlies, openingView, ReplayPages } from "../net/replay_pages.js";
import { ReconnectingSocket } from "../net/socket.js";
import { navigate } from "../router.js";
import { follows } from "../state/changes.js";
import { speedOf } from "../state/clock.js";
import { effectsOf, hopPath } from "../state/effects.js";
import { withSpelledValues } from "../state/notation.js";
import { premovable } from "../state/premoves.js";
import { canAttempt, EMPTY, reduce } from "../state/match.js";
import { onSettingsChange, settings } from "../state/settings_store.js";
import { errorText } from "../ui/error_text.js";
import { askWhy } from "../ui/why.js";
import { playerName } from "../ui/names.js";
import { MatchScreen } from "../ui/match_screen.js";
import { EffectQueue } from "../ui/effect_queue.js";
import { setTitle } from "../ui/turn_badge.js";
import { announceNotice, stepFor } from "../ui/effects.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../state/match.js").MatchAction} MatchAction */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */

/** @typedef {import("../state/effects.js").Effect} Effect */

/** Actions of the person at this device, who never waits for an animation. @type {MatchAction["type"][]} */
const OWN_ACTIONS = ["squareSelected", "dragStarted", "confirmed", "plyViewed"];

class MatchPage {
  /** @type {MatchModel} */
  model = EMPTY;
  /** Earlier positions; discarded when the record changes. @type {ReplayPages | null} */
  #pages = null;
  /** @type {ReconnectingSocket | null} */
  #socket = null;
  /** @type {EffectQueue | null} */
  #queue = null;
  /** What both players at a shared device have agreed to. @type {import("../wire.js").OfferKind | null} */
  #agreed = null;

  /** @param {Game} game @param {string} id */
  constructor(game, id) {
    this.game = game;
    this.id = id;
    const selecting = () => ({
      confirm: settings().confirm.includes(speedOf(this.model.match?.control ?? null)),
      command: commandId(),
      premovable: premovable(this.model, game),
    });
    const select = (/** @type {string} */ square) => this.dispatch({ type: "squareSelected", square, ...selecting() });
    this.board = new Board(game, settings(), {
      selected: select,
      entered: (square) => this.#isProposedEnd(square) ? this.#confirm() : select(square),
      drawable: true,
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
      offer: (kind) => this.#offer(kind),
      play: (text) => this.send({ type: "play", version: this.model.version, squares: null, text, hop: false }),
      confirm: () => this.#confirm(),
    });
    this.#queue = new EffectQueue(document, () => this.#draw([]));
    this.#clockTimer = setInterval(() => this.screen?.tick(this.model), 100);
    this.#unsubscribe = onSettingsChange((changed) => {
      this.board.applySettings(changed);
      this.#draw([]);
    });
    return this.screen.element;
  }

  #confirm() {
    this.dispatch({ type: "confirmed", command: commandId() });
  }

  /** Enter on the last square of a move that waits for confirmation confirms it. @param {string} square */
  #isProposedEnd = (square) => this.model.proposed?.squares.at(-1) === square;

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

  /** @param {Snapshot} snapshot @param {import("../wire.js").View | null} opening the position to show before it */
  connect(snapshot, opening) {
    const [now, hidden] = [Date.now(), this.game.hidden];
    if (opening) {
      const state = { ...snapshot.state, view: opening, moves: [] };
      this.dispatch({ type: "snapshot", snapshot: { ...snapshot, state, record: [] }, now, hidden });
    }
    this.dispatch({ type: "snapshot", snapshot, now, hidden });
    this.#showPreview().catch(() => {});
    this.#socket = new ReconnectingSocket(`/ws/matches/${this.id}`, {
      hello: () => ({ type: "hello", version: this.model.version || null, seat: null, token: null, changes: true }),
      message: (frame) => this.#receive(frame),
      status: (connection) => this.dispatch({ type: "connection", connection }),
    });
    loadEarlierPlies(snapshot, (page) => this.dispatch({ type: "pageLoaded", page })).catch(() => {});
    this.#tellNonce(EMPTY);
  }

  /** @param {import("../wire.js").ServerFrame} frame */
  #receive(frame) {
    const [now, hidden] = [Date.now(), this.game.hidden];
    if ("head" in frame && frame.head) keepHead(this.id, frame.head);
    if (frame.type === "snapshot") this.dispatch({ type: "snapshot", snapshot: frame, now, hidden });
    else if (frame.type === "update" || frame.type === "change") {
      if (follows(frame, this.model)) this.dispatch({ type: "update", update: frame, now, hidden });
      else this.#socket?.resume();
    }
    if (frame.type === "presence") this.dispatch({ type: "presence", presence: frame, now });
    else if (frame.type === "error") {
      const refusal = withSpelledValues(this.game, frame);
      this.dispatch({ type: "refused", command: frame.command_id, refusal });
    }
  }

  /** @param {import("../net/outbox.js").Command} command */
  send(command) {
    const seat = command.type === "join" || command.type === "nonce" ? {} : { seat: this.model.viewer.seat };
    this.#socket?.send({ command_id: commandId(), ...seat, ...announceWith(command.type, this.id), ...command });
  }

  /** At a shared device both players have agreed when one of them asks. @param {import("../wire.js").OfferKind} kind */
  #offer(kind) {
    const { viewer, record } = this.model;
    this.#agreed = viewer.seats.length > 1 ? kind : null;
    const mover = kind === "takeback" && viewer.seats.length > 1 ? { seat: record.at(-1)?.seat } : {};
    this.send({ type: "offer", kind, ...mover });
  }

  /** Accepts the offer that both players at this device have agreed to. */
  #acceptAgreed() {
    const { offer } = this.model.state ?? {};
    if (!offer || offer.kind !== this.#agreed) return;
    this.#agreed = null;
    this.send({ type: "accept", offer: offer.id });
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
    const own = premovable(this.model, this.game);
    if (own) {
      if (own.includes(square)) this.dispatch({ type: "dragStarted", square, premovable: own });
      return own.includes(square);
    }
    const draggable = canAttempt(this.model, square) || this.model.selected.at(-1) === square;
    if (draggable) this.dispatch({ type: "dragStarted", square });
    return draggable;
  }

  /** @param {MatchAction} action */
  dispatch(action) {
    if (OWN_ACTIONS.includes(action.type)) this.#finishEffects();
    const before = this.model;
    this.model = reduce(before, action);
    if (this.model === before) return;
    this.#effects(before);
    announceNotice(before, this.model);
    const dropped = action.type === "pieceDropped";
    this.#show(before, dropped ? [] : effectsOf(before, this.model, this.game));
  }

  /** Shows a change: at once, or with its effects after those that are still being shown. @param {MatchModel} before @param {Effect[]} effects */
  #show(before, effects) {
    const { screen, model } = this;
    if (!screen || !this.#queue) return;
    if (effects.length === 0 && !this.#queue.busy) return this.#draw(hopPath(before, model));
    const page = { game: this.game, screen, draw: () => this.#drawModel(model, []), queue: this.#queue };
    this.#queue.add(effects.map((effect) => stepFor(effect, model, page)));
    if (document.hidden) this.#finishEffects();
  }

  /** Ends what is still being shown. */
  #finishEffects() {
    if (!this.#queue?.busy) return;
    this.#queue.finish();
    this.#draw([]);
  }

  /** @param {MatchModel} before */
  #effects(before) {
    const { model } = this;
    if (this.#socket) this.#tellNonce(before);
    this.#acceptAgreed();
    if (model.sent && model.sent !== before.sent) this.#sendMove(model.sent);
    if (model.premoves.length > 0 && model.state?.moves.length && !model.sent) {
      queueMicrotask(() => this.dispatch({ type: "premovePlayed", command: commandId() }));
    }
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
    const why = await askWhy(this.id, squares, this.model.viewer.seat);
    this.dispatch({ type: "explained", why: withSpelledValues(this.game, why) });
  }

  /** @param {number} ply */
  async #loadView(ply) {
    this.#pages ??= new ReplayPages(this.id, this.model.viewer.seat ?? "spectator");
    await this.#pages.load(ply).catch((problem) => this.dispatch({ type: "noticed", text: errorText(problem) }));
    this.#draw([]);
  }

  /** @param {string[]} path */
  #draw(path) {
    this.screen?.overlay.replaceChildren();
    this.#drawModel(this.model, path);
  }

  /** @param {MatchModel} model @param {string[]} path */
  #drawModel(model, path) {
    const { viewedPly } = model;
    const earlierView = viewedPly === null ? null : this.#pages?.at(viewedPly) ?? null;
    this.screen?.show(model, earlierView, path);
    setTitle(this.#title());
  }

  /** The tab title shows when it is the player's turn. */
  #title() {
    const [first, second] = (this.model.state?.seats ?? []).map((seat) => playerName(seat.player));
    const title = t("match.title", { game: this.game.title, first, second });
    return `${this.model.state?.moves.length ? "● " : ""}${title} · ${t("app.name")}`;
  }

  destroy() {
    this.#socket?.close();
    this.#queue?.finish();
    clearInterval(this.#clockTimer);
    this.#unsubscribe();
    this.screen?.destroy();
  }
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts }) {
  const id = parts[0] ?? "";
  await me();
  const snapshot = await newestPlies(id);
  const game = await gameOf(snapshot.match.game, snapshot.match.ruleset);
  const match = new MatchPage(game, id);
  const node = await match.open();
  match.connect(snapshot, await openingView(snapshot));
  const [first, second] = snapshot.state.seats.map((seat) => playerName(seat.player));
  return { title: t("match.title", { game: game.title, first, second }), node, destroy: () => match.destroy() };
}
