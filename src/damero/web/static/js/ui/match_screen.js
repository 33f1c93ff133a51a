/** The layout of a match: the board and the panels around it, each rendered again only when it changes. */

import { t } from "../i18n/messages.js";
import { nearSeat, viewingSeat } from "../state/hand_over.js";
import { withInformativeMarks } from "../state/marks.js";
import { playableRoutes } from "../state/match.js";
import { settings } from "../state/settings_store.js";
import { isFlippedFor, NO_HINTS } from "../state/plain_board.js";
import { boardHints, boardPieces } from "../state/view_model.js";
import { ArmyEditor } from "./army_editor.js";
import { sizeHandle } from "./board_size.js";
import { clockWarning } from "./clock_warning.js";
import { controls } from "./controls.js";
import { button, el, renderOnChange } from "./element.js";
import { fightLine } from "./fight.js";
import { handOverCover } from "./hand_over.js";
import { invitation, joinForm, waitingPanel } from "./invite.js";
import { markLegend } from "./mark_legend.js";
import { listenForKeys, showKeys, toggleZen } from "./match_keys.js";
import { matchHint } from "./match_hint.js";
import { matchStatus } from "./match_status.js";
import { MoveList } from "./move_list.js";
import { nameOfSeat, originText } from "./names.js";
import { PlayerBar } from "./player_bar.js";
import { prompt } from "./prompt.js";
import { resultCard } from "./result_card.js";
import { hiddenPieces, textBoard } from "./side_panels.js";
import { typedMove } from "./typed_move.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../state/match.js").MatchAction} MatchAction */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../board/board.js").Board} Board */
/**
 * @typedef {{ dispatch: (action: MatchAction) => void, send: (command: import("../net/outbox.js").Command) => void,
 *   confirm: () => void, play: (text: string) => void, offer: (kind: import("../wire.js").OfferKind) => void }} MatchActions
 */

export class MatchScreen {
  /** The pieces shown before there is a position. @type {import("../board/pieces.js").BoardPiece[]} */
  preview = [];
  #flippedByUser = false;
  #stopKeys = () => {};
  #warnOfClock = clockWarning();
  /** @type {ArmyEditor | null} */
  #armyEditor = null;
  /** @type {MatchModel | null} */
  #model = null;
  /** @type {View | null} */
  #earlierView = null;

  /** @param {Game} game @param {Board} board @param {MatchActions} actions */
  constructor(game, board, actions) {
    this.game = game;
    this.board = board;
    this.actions = actions;
    const spriteOf = board.spriteOf ?? ((kind) => kind);
    const viewPly = (/** @type {number | null} */ ply) => actions.dispatch({ type: "plyViewed", ply });
    this.overlay = el("div", { class: "overlay" });
    this.cover = el("div", { class: "cover", hidden: true });
    this.waiting = el("div", { class: "waiting" });
    this.playerBars = [new PlayerBar(game, spriteOf), new PlayerBar(game, spriteOf)];
    this.status = el("p", { class: "status", role: "status" });
    this.spectators = el("p", { class: "muted small spectators" });
    this.startNote = el("p", { class: "note", hidden: true });
    this.origin = el("p", { class: "muted small" });
    this.prompt = prompt(game, {
      confirm: actions.confirm,
      cancel: () => actions.dispatch({ type: "cancelled" }),
      answer: (offer, accepted) => actions.send({ type: accepted ? "accept" : "decline", offer }),
      claim: (draw) => actions.send({ type: "claim", draw }),
      viewPly,
    });
    this.controls = controls({
      send: actions.send,
      offer: actions.offer,
      flip: () => this.#flip(),
      hint: () => this.#hint(),
    });
    this.hint = matchHint(game, board);
    this.result = resultCard(actions);
    this.typed = typedMove(game, actions.play);
    this.#stopKeys = listenForKeys({
      step: (count) => this.#model && viewPly(this.moves.at + count),
      flip: () => this.#flip(),
    });
    this.fight = fightLine(game, spriteOf);
    this.moves = new MoveList(game, viewPly);
    this.hidden = hiddenPieces(game, spriteOf);
    this.legend = markLegend();
    this.text = textBoard(game, { open: settings().textBoard });
    this.setup = el("div", { hidden: true });
    this.layout = el("div", { class: "match-layout" });
    this.renderCover = renderOnChange(
      this.cover,
      (/** @type {{ player: string }} */ { player }) =>
        handOverCover(player, () => actions.dispatch({ type: "uncovered" })),
    );
    this.renderWaiting = renderOnChange(
      this.waiting,
      (/** @type {{ panel: string }} */ { panel }) => this.#waitingPanel(panel),
    );
    this.element = this.#arrange();
  }

  #arrange() {
    const holder = el("div", { class: "board-holder" }, this.board.element, this.overlay, this.cover);
    holder.append(sizeHandle(holder));
    const [top, bottom] = this.playerBars.map((bar) => bar.element);
    const boardColumn = el("div", { class: "board-column" }, top, holder, bottom);
    this.board.container = boardColumn;
    const side = el(
      "aside",
      { class: "match-side", "aria-label": t("match.moves") },
      this.fight.element,
      this.moves.element,
      this.typed.element,
      this.legend.element,
      this.hidden.element,
      el("div", { class: "side-more" }, this.text.element, button(t("keys.title"), showKeys, { class: "show-keys" })),
      this.origin,
      this.spectators,
    );
    const prompts = el(
      "div",
      { class: "match-prompts" },
      this.result.element,
      this.prompt.element,
      this.hint.element,
      this.waiting,
      this.startNote,
    );
    const actions = el(
      "div",
      { class: "match-actions" },
      this.status,
      this.moves.steps,
      prompts,
      this.controls.element,
    );
    this.layout.append(el("h1", { class: "visually-hidden" }, this.game.title), boardColumn, actions, side);
    const leaveZen = button(t("match.leaveZen"), toggleZen, { class: "leave-zen" });
    return el("div", { class: "match" }, this.layout, this.setup, leaveZen);
  }

  #hint() {
    if (this.#model) this.hint.ask(this.#model);
  }

  #flip() {
    this.#flippedByUser = !this.#flippedByUser;
    if (this.#model) this.show(this.#model, this.#earlierView, []);
  }

  /** @param {MatchModel} model @param {View | null} earlierView a past position to show instead @param {string[]} path */
  show(model, earlierView, path) {
    [this.#model, this.#earlierView] = [model, earlierView];
    if (this.#showSetup(model)) return;
    const flipped = isFlippedFor(this.game, nearSeat(model, this.game)) !== this.#flippedByUser;
    const view = earlierView ?? model.state?.view ?? null;
    const standing = earlierView ? earlierView.pieces : view ? boardPieces(model, this.game) : this.preview;
    const pieces = withInformativeMarks(this.game, standing);
    const latest = model.record[(model.viewedPly ?? 0) - 1]?.squares ?? [];
    const hints = earlierView ? { ...NO_HINTS, latest } : boardHints(model);
    const board = model.covered ? { pieces: [], hints: NO_HINTS } : { pieces, hints };
    this.board.show({ ...board, flipped, path, animated: !earlierView });
    this.#showPanels(model, view, flipped);
    this.text.show(board.pieces, flipped);
    this.legend.show(board.pieces);
    this.cover.hidden = !model.covered;
    document.documentElement.classList.toggle("zen", settings().zen);
    if (model.covered) this.renderCover({ player: nameOfSeat(model, model.viewer.seat ?? "") });
  }

  /**
   * Shows a position on the way to the next one; the panels stay as they are.
   * @param {import("../board/pieces.js").BoardPiece[]} pieces
   * @param {string[]} path
   * @param {number} duration of the step
   */
  showPieces(pieces, path, duration) {
    const seat = this.#model ? nearSeat(this.#model, this.game) : null;
    const flipped = isFlippedFor(this.game, seat) !== this.#flippedByUser;
    const shown = withInformativeMarks(this.game, pieces);
    this.board.show({ pieces: shown, hints: { ...NO_HINTS, latest: path }, flipped, path, duration });
  }

  /** @param {{ text: string, tone: string }} status */
  showStatus({ text, tone }) {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.dataset.tone = tone;
  }

  /** @param {MatchModel} model @param {View | null} view @param {boolean} flipped */
  #showPanels(model, view, flipped) {
    const [top, bottom] = this.#seatOrder(model, flipped);
    this.playerBars[0].show(model, top, false);
    this.playerBars[1].show(model, bottom, true);
    this.showStatus(matchStatus(model));
    this.startNote.hidden = !model.match?.start;
    this.startNote.textContent = t("match.ownStart");
    this.prompt.show(model);
    this.controls.show(model);
    this.typed.show({
      player: model.viewer.seats.length > 0 && model.state?.status === "active",
      turn: playableRoutes(model).length > 0,
      moves: playableRoutes(model),
    });
    this.result.show(model);
    this.hint.show(model);
    this.moves.show(model.record, model.viewedPly ?? model.record.length);
    this.fight.show(
      model.record.slice(0, model.viewedPly ?? undefined).slice(-2).findLast(({ fight }) => fight)?.fight ?? null,
    );
    this.hidden.show(model.covered ? [] : view?.hidden ?? []);
    this.renderWaiting({ panel: waitingPanel(model) });
    this.origin.textContent = model.match ? originText(model.match) : "";
    const { spectators } = model.presence;
    this.spectators.textContent = spectators > 0 ? t("match.spectators", { count: spectators }) : "";
  }

  /** The seats above and below the board. @param {MatchModel} model @param {boolean} flipped @returns {[string, string]} */
  #seatOrder(model, flipped) {
    const [first, second] = this.game.seats;
    const farSeat = [first, second].find((seat) => isFlippedFor(this.game, seat)) ?? null;
    const otherSeat = farSeat === first ? second : first;
    const sideless = this.#flippedByUser ? second : nearSeat(model, this.game) ?? first;
    const bottom = farSeat === null ? sideless : flipped ? farSeat : otherSeat;
    return [bottom === first ? second : first, bottom];
  }

  /** The seat that places its army on this device now. @param {MatchModel} model @returns {string | null} */
  #placingSeat({ state, viewer }) {
    if (this.game.start !== "placed" || state?.status !== "waiting" || !state.seats.every((seat) => seat.player)) {
      return null;
    }
    const current = viewingSeat(viewer, state);
    return state.seats.some(({ seat, ready }) => seat === current && !ready) ? current : null;
  }

  /** Shows the army editor instead of the board if an army is to be placed. @param {MatchModel} model @returns {boolean} */
  #showSetup(model) {
    const seat = this.#placingSeat(model);
    if (seat === null && !this.setup.hidden) scrollTo(0, 0);
    this.setup.hidden = seat === null;
    this.layout.hidden = seat !== null;
    if (seat === null) return false;
    document.documentElement.classList.remove("zen");
    if (this.#armyEditor?.seat !== seat) {
      this.#armyEditor = new ArmyEditor(
        this.game,
        seat,
        {
          draft: `${model.match?.id} ${seat}`,
          ready: (pieces) => this.actions.send({ type: "place", pieces, seat }),
          abort: () => this.actions.send({ type: "abort" }),
        },
      );
      this.setup.replaceChildren(this.#armyEditor.element);
      scrollTo(0, 0);
    }
    this.#armyEditor.showSeats(model);
    this.#armyEditor.showNotice(model.notice?.text ?? "");
    this.#armyEditor.setCovered(
      model.covered,
      nameOfSeat(model, seat),
      () => this.actions.dispatch({ type: "uncovered" }),
    );
    return true;
  }

  /** @param {string} panel */
  #waitingPanel(panel) {
    if (!this.#model || panel === "none") return [];
    return panel === "invite"
      ? invitation(this.#model)
      : joinForm(this.#model, (code) => this.actions.send({ type: "join", code }));
  }

  destroy() {
    this.#stopKeys();
    document.documentElement.classList.remove("zen");
    this.board.destroy();
    this.#armyEditor?.board.destroy();
  }

  /** @param {MatchModel} model */
  tick(model) {
    const now = Date.now();
    this.playerBars.forEach((bar) => bar.tick(model, now));
    this.prompt.show(model, now);
    this.#warnOfClock(model, now);
  }
}
