/** Placing an army before a match: by drag and drop, by selecting, from a formation or at random. */

import { pieceName } from "../board/aria_labels.js";
import { Board } from "../board/board.js";
import { Tray } from "../board/tray.js";
import { joined, t, tOr } from "../i18n/messages.js";
import { get } from "../net/api.js";
import { readDraft, writeDraft } from "../net/army_drafts.js";
import { ownFormations, saveFormation } from "../net/formations.js";
import * as placement from "../state/placement.js";
import { settings } from "../state/settings_store.js";
import { isFlippedFor, NO_HINTS } from "../state/plain_board.js";
import { button, el } from "./element.js";
import { errorText } from "./error_text.js";
import { textField } from "./fields.js";
import { formationList } from "./formation_list.js";
import { handOverCover } from "./hand_over.js";
import { leaveButtons } from "./leave_setup.js";
import { seatName } from "./names.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Placed} Placed */
/** @typedef {import("../wire.js").Formation} Formation */
/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {placement.Placement} Placement */

export class ArmyEditor {
  #army = placement.unlimitedPlacement();
  /** @type {Formation[]} */
  #standardFormations = [];
  /** @type {Formation | undefined} */
  #latestSuggestion;
  #status = el("p", { class: "status", role: "status" });
  #opponents = el("p", { class: "muted" });
  #notice = el("p", { class: "note warn", role: "alert", hidden: true });
  #formations = el("div");
  #tools = el("div", { class: "row" });
  #cover = el("div", { class: "cover", hidden: true });

  /**
   * @param {Game} game
   * @param {string} seat
   * @param {{ draft: string, ready: (pieces: Placed[]) => void, abort: () => void }} options draft: the name under which
   *   an unfinished army is stored
   */
  constructor(game, seat, { draft, ready, abort }) {
    this.game = game;
    this.seat = seat;
    this.draft = draft;
    this.board = new Board(game, settings(), {
      selected: (square) => this.#set(placement.selectSquare(this.#army, square)),
      dragStarted: (square) => this.#startDrag(square),
      dropped: (_, square) =>
        this.#set(square === null ? placement.returnToTray(this.#army) : placement.place(this.#army, square)),
      cancelled: () => this.#set({ ...this.#army, held: null }),
    }, t("setup.title"));
    this.tray = new Tray(this.board, {
      selected: (kind) => this.#set(placement.holdKind(this.#army, kind)),
      dropped: (kind, square) => square !== null && this.#set(placement.placeKind(this.#army, kind, square)),
    }, t("setup.tray"));
    this.ready = button(t("setup.ready"), () => ready(placement.pieces(this.#army)), {
      class: "primary wide",
      disabled: true,
    });
    this.leave = leaveButtons(abort);
    this.element = this.#arrange();
    this.#load();
  }

  #arrange() {
    const tool = (/** @type {string} */ key, /** @type {() => Placement} */ next) =>
      button(t(`setup.${key}`), () => this.#set(next()), { disabled: true });
    this.#tools.append(
      tool("suggest", () => this.#suggested()),
      tool("random", () => placement.fillRandomly(this.#army, Math.random)),
      tool("mirror", () => placement.mirror(this.#army, this.game.board)),
      tool("clear", () => placement.withPieces(this.#army, [])),
    );
    return el(
      "div",
      { class: "editor" },
      el("header", { class: "page-head" }, el("h1", {}, t("setup.title")), el("p", {}, t("setup.line"))),
      el("div", { class: "board-holder" }, el("div", { class: "zone-window" }, this.board.element), this.#cover),
      el(
        "div",
        { class: "editor-side" },
        this.tray.element,
        this.#tools,
        this.#formations,
        this.#saveForm(),
        el("div", { class: "ready-bar" }, this.#status, this.ready),
        this.#notice,
        this.#opponents,
        this.leave.element,
      ),
    );
  }

  #saveForm() {
    const { field, input } = textField(t("setup.name"), { maxlength: 40, required: true });
    const result = el("p", { class: "small muted", role: "status" });
    const save = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const formation = { name: input.value.trim(), pieces: placement.pieces(this.#army) };
      const saved = saveFormation(this.game.id, this.seat, formation);
      result.textContent = await saved.then(() => t("setup.saved", { name: formation.name }), errorText);
      this.#showFormations();
    };
    return el(
      "details",
      { class: "save-formation" },
      el("summary", {}, t("setup.save")),
      el("form", { class: "row", onsubmit: save }, field, el("button", {}, t("setup.save"))),
      result,
    );
  }

  async #load() {
    /** @type {[import("../wire.js").Armies, unknown]} */
    const [armies] = await Promise.all([
      get(`/api/games/${this.game.id}/formations?seat=${encodeURIComponent(this.seat)}`),
      this.board.ready(),
    ]);
    this.#standardFormations = armies.formations.map((formation) => ({
      ...formation,
      name: tOr(`formation_name.${formation.name.toLowerCase().replaceAll(" ", "_")}`, formation.name),
    }));
    this.#set(placement.withPieces(placement.emptyPlacement(armies), readDraft(this.draft)));
    for (const tool of this.#tools.querySelectorAll("button")) tool.disabled = false;
    this.#showFormations();
  }

  async #showFormations() {
    const all = [...this.#standardFormations, ...(await ownFormations(this.game.id, this.seat))];
    const choose = (/** @type {Formation} */ { pieces }) => this.#set(placement.withPieces(this.#army, pieces));
    this.#formations.replaceChildren(formationList(this.board, this.#army.zone ?? new Set(), all, choose));
  }

  /** One of the standard formations, another one each time. @returns {Placement} */
  #suggested() {
    const others = this.#standardFormations.filter((formation) => formation !== this.#latestSuggestion);
    this.#latestSuggestion = others[Math.floor(Math.random() * others.length)] ?? this.#standardFormations[0];
    if (!this.#latestSuggestion) return placement.fillRandomly(this.#army, Math.random);
    return placement.withPieces(this.#army, this.#latestSuggestion.pieces);
  }

  /** On small screens only the rows of the zone are shown, so that the tray is in reach. */
  #showZoneOnly() {
    const rows = [...(this.#army.zone ?? [])].map((square) => this.board.layout.places.get(square)?.y ?? 0);
    if (rows.length === 0) return;
    const { style } = this.element;
    style.setProperty("--zone-rows", String(Math.max(...rows) - Math.min(...rows) + 1));
    style.setProperty("--zone-top", String(Math.min(...rows)));
    style.setProperty("--columns", String(this.board.layout.columns));
  }

  /** @param {string} square @returns {boolean} */
  #startDrag(square) {
    if (!this.#army.placed.has(square)) return false;
    this.#set(placement.holdSquare(this.#army, square));
    return true;
  }

  /** @param {Placement} army */
  #set(army) {
    this.#army = army;
    writeDraft(this.draft, placement.pieces(army));
    const { held, zone, placed } = army;
    const free = held ? [...(zone ?? [])].filter((square) => !placed.has(square)) : [];
    const hints = {
      ...NO_HINTS,
      zone: [...(zone ?? [])],
      targets: free,
      selected: held?.from === "board" ? [held.square] : [],
    };
    this.board.show({ pieces: placement.pieces(army), hints, flipped: isFlippedFor(this.game, this.seat) });
    this.#showZoneOnly();
    this.tray.show(this.#sortedKinds().map((kind) => this.#trayItem(kind)));
    const remaining = placement.totalRemaining(army);
    this.#status.textContent = remaining > 0 ? t("setup.remaining", { count: remaining }) : t("setup.complete");
    this.ready.disabled = !placement.isComplete(army);
  }

  /** The kinds of the tray in the order of the catalogue, by rank. @returns {string[]} */
  #sortedKinds() {
    return this.game.pieces.map(({ id }) => id).filter((kind) => this.#army.counts?.has(kind));
  }

  /** @param {string} kind */
  #trayItem(kind) {
    const { held } = this.#army;
    const count = placement.remaining(this.#army, kind);
    const name = t("setup.left", { kind: pieceName(this.game, kind), count });
    return { kind, count, name, held: held?.from === "tray" && held.kind === kind };
  }

  /** @param {MatchModel} model */
  showSeats(model) {
    const others = (model.state?.seats ?? []).filter((seat) => seat.seat !== this.seat);
    this.leave.show({ abort: Boolean(model.state?.can.includes("abort")) });
    const told = others.map(({ seat, ready }) =>
      t(ready ? "setup.status.ready" : "setup.status.waiting", { seat: seatName(seat) })
    );
    this.#opponents.textContent = joined("text.following", told);
  }

  /** @param {string} text */
  showNotice(text) {
    this.#notice.textContent = text;
    this.#notice.hidden = text === "";
  }

  /** @param {boolean} covered @param {string} player @param {() => void} uncover */
  setCovered(covered, player, uncover) {
    if (covered && this.#cover.hidden) this.#cover.replaceChildren(...handOverCover(player, uncover));
    this.#cover.hidden = !covered;
    for (const part of [this.tray.element, this.#tools, this.#formations, this.ready]) part.inert = covered;
  }
}
