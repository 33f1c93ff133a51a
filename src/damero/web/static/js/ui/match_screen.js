/** How a match looks: the parts around the board, each drawn again only when it changes. */

import { say } from "../i18n/messages.js";
import { eyes } from "../state/match.js";
import { hints, NO_HINTS, shownPieces, sitsAcross } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";
import { controls } from "./controls.js";
import { button, el, part } from "./element.js";
import { invitation, seatToTake, waitingFor } from "./invite.js";
import { MoveList } from "./move_list.js";
import { seatName } from "./names.js";
import { Plate } from "./player_bar.js";
import { prompt } from "./prompt.js";
import { ArmyEditor } from "./army_editor.js";
import { status } from "./match_status.js";
import { hiddenTable, textBoard } from "./side_panels.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../state/match.js").MatchAction} MatchAction */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../board/board.js").Board} Board */
/**
 * @typedef {{ dispatch: (action: MatchAction) => void, send: (type: string, more?: Record<string, unknown>) => void,
 *   confirm: () => void }} Wishes
 */

export class MatchScreen {
  #turnedByHand = false;
  /** What is shown before there is a position. @type {import("../wire.js").Shown[]} */
  preview = [];
  /** @type {ArmyEditor | null} */
  #army = null;

  /** @param {Game} game @param {Board} board @param {Wishes} wishes */
  constructor(game, board, wishes) {
    this.game = game;
    this.board = board;
    this.wishes = wishes;
    const spriteOf = board.spriteOf ?? ((kind) => kind);
    const look = (/** @type {number | null} */ ply) => wishes.dispatch({ type: "looked", ply });
    this.over = el("div", { class: "over" });
    this.cover = el("div", { class: "cover", hidden: true });
    this.waiting = el("div", { class: "waiting" });
    this.plates = [new Plate(game, spriteOf), new Plate(game, spriteOf)];
    this.status = el("p", { class: "status", role: "status" });
    this.spectators = el("p", { class: "soft small spectators" });
    this.prompt = prompt({
      confirm: wishes.confirm,
      cancel: () => wishes.dispatch({ type: "cancelled" }),
      answer: (offer, agreed) => wishes.send(agreed ? "accept" : "decline", { offer }),
      claim: () => wishes.send("claim"),
      look,
    });
    this.controls = controls({ send: wishes.send, turn: () => this.#turn() });
    this.moves = new MoveList(game.seats, look);
    this.hidden = hiddenTable(game, spriteOf);
    this.text = textBoard(game, { open: settings().textBoard });
    this.placing = el("div", { class: "placing", hidden: true });
    this.stage = el("div", { class: "stage" });
    this.drawCover = part(this.cover, (/** @type {{ seat: string }} */ { seat }) => this.#handOver(seat));
    this.drawWaiting = part(this.waiting, (/** @type {{ kind: string }} */ { kind }) => this.#wait(kind));
    this.element = this.#arranged();
  }

  #arranged() {
    this.table = el(
      "div",
      { class: "table" },
      this.plates[0].element,
      el("div", { class: "board-holder" }, this.board.element, this.over, this.cover),
      this.plates[1].element,
    );
    this.board.frame = this.table;
    this.side = el(
      "aside",
      { class: "side", "aria-label": say("match.moves") },
      this.moves.element,
      this.hidden.element,
      this.text.element,
      this.spectators,
    );
    const asking = el("div", { class: "asking" }, this.prompt.element, this.waiting);
    const below = el("div", { class: "below" }, this.status, asking, this.controls.element);
    this.stage.append(el("h1", { class: "unseen" }, this.game.title), this.table, below, this.side);
    return el("div", { class: "match" }, this.stage, this.placing);
  }

  #turn() {
    this.#turnedByHand = !this.#turnedByHand;
    if (this.#model) this.show(this.#model, this.#looked, []);
  }

  /** @type {MatchModel | null} */
  #model = null;
  /** @type {View | null} */
  #looked = null;

  /** @param {MatchModel} model @param {View | null} looked the earlier position to show @param {string[]} way */
  show(model, looked, way) {
    [this.#model, this.#looked] = [model, looked];
    if (this.#placesArmy(model)) return;
    const turned = sitsAcross(this.game, model.viewer.seat) !== this.#turnedByHand;
    const view = looked ?? model.state?.view ?? null;
    const pieces = looked ? looked.pieces : view ? shownPieces(model, this.game) : this.preview;
    const past = looked ? { ...NO_HINTS, last: model.record[(model.ply ?? 0) - 1]?.squares ?? [] } : hints(model);
    this.board.show({ pieces: model.covered ? [] : pieces, hints: model.covered ? NO_HINTS : past, turned, way });
    this.#showAround(model, view, turned);
    this.text.show(model.covered ? [] : pieces, turned);
    this.cover.hidden = !model.covered;
    if (model.covered) this.drawCover({ seat: model.viewer.seat ?? "" });
  }

  /** @param {MatchModel} model @param {View | null} view @param {boolean} turned */
  #showAround(model, view, turned) {
    const [top, bottom] = this.#seatsAround(model, turned);
    this.plates[0].show(model, top);
    this.plates[1].show(model, bottom);
    const { text, tone } = status(model);
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.dataset.tone = tone;
    this.prompt.show(model);
    this.controls.show(model);
    this.moves.show(model.record, model.ply ?? model.record.length);
    this.hidden.show(model.covered ? [] : view?.hidden ?? []);
    this.drawWaiting({ kind: waitingFor(model) });
    const { spectators } = model.presence;
    this.spectators.textContent = spectators > 0 ? say("match.spectators", { count: spectators }) : "";
  }

  /** @param {MatchModel} model @param {boolean} turned @returns {[string, string]} */
  #seatsAround(model, turned) {
    const [first, second] = this.game.seats;
    const across = sitsAcross(this.game, first) ? first : sitsAcross(this.game, second) ? second : null;
    const opposite = across === first ? second : first;
    const unsided = this.#turnedByHand ? second : model.viewer.seat ?? first;
    const bottom = across === null ? unsided : turned ? across : opposite;
    return [bottom === first ? second : first, bottom];
  }

  /** The seat whose army is to be placed at this device now. @param {MatchModel} model @returns {string | null} */
  #placingSeat({ state, viewer }) {
    if (this.game.start !== "placed" || state?.status !== "waiting" || !state.seats.every((seat) => seat.player)) {
      return null;
    }
    const seat = eyes(viewer, state);
    return state.seats.some((place) => place.seat === seat && !place.ready) ? seat : null;
  }

  /** @param {MatchModel} model @returns {boolean} */
  #placesArmy(model) {
    const seat = this.#placingSeat(model);
    this.placing.hidden = seat === null;
    this.stage.hidden = seat !== null;
    if (seat === null) return false;
    if (this.#army?.seat !== seat) {
      this.#army = new ArmyEditor(this.game, seat, (pieces) => this.wishes.send("place", { pieces, seat }));
      this.placing.replaceChildren(this.#army.element);
    }
    this.#army.showSeats(model);
    this.#army.showNotice(model.notice?.text ?? "");
    this.#army.coverFor(model.covered ? seat : null, () => this.wishes.dispatch({ type: "uncovered" }));
    return true;
  }

  /** @param {string} kind */
  #wait(kind) {
    if (!this.#model || kind === "none") return [];
    return kind === "invite"
      ? invitation(this.#model)
      : seatToTake(this.#model, (code) => this.wishes.send("join", { code }));
  }

  /** @param {string} seat */
  #handOver(seat) {
    return handOver(seat, () => this.wishes.dispatch({ type: "uncovered" }));
  }

  leave() {
    this.board.leave();
    this.#army?.board.leave();
  }

  /** @param {MatchModel} model */
  tick(model) {
    const now = Date.now();
    this.plates.forEach((plate) => plate.tick(model, now));
  }
}

/** @param {string} seat @param {() => void} uncover */
export const handOver = (seat, uncover) => [
  el("h2", {}, say("handover.title", { seat: seatName(seat) })),
  el("p", {}, say("handover.line")),
  button(say("handover.go", { seat: seatName(seat) }), uncover, { class: "primary" }),
];
