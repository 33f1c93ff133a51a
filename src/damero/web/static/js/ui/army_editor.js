/** Setting up an army before a match: by dragging, by touch, from formations, by chance. */

import { Board } from "../board/board.js";
import { kindName } from "../board/aria_labels.js";
import { Tray } from "../board/tray.js";
import { say } from "../i18n/messages.js";
import { get } from "../net/api.js";
import * as armies from "../state/placement.js";
import { keepFormation, ownFormations } from "../net/formations.js";
import { NO_HINTS, sitsAcross } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";
import { picker, textField } from "./fields.js";
import { button, el, part } from "./element.js";
import { handOver } from "./match_screen.js";
import { seatName } from "./names.js";
import { sentence } from "./error_text.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Placed} Placed */
/** @typedef {import("../wire.js").Formation} Formation */
/** @typedef {import("../state/match.js").MatchModel} MatchModel */

export class ArmyEditor {
  /** @type {armies.Army} */
  #army = armies.freeBoard();
  /** @type {Formation[]} */
  #readyMade = [];
  #missing = el("p", { class: "status", role: "status" });
  #others = el("p", { class: "soft" });
  #notice = el("p", { class: "note warn", role: "alert", hidden: true });
  #chooser = el("div");
  #changes = el("div", { class: "row" });
  #cover = el("div", { class: "cover", hidden: true });

  /** @param {Game} game @param {string} seat @param {(pieces: Placed[]) => void} ready */
  constructor(game, seat, ready) {
    this.game = game;
    this.seat = seat;
    this.board = new Board(game, settings(), {
      touched: (square) => this.#set(armies.touchSquare(this.#army, square)),
      lifted: (square) => this.#lifted(square),
      dropped: (_, square) =>
        this.#set(square === null ? armies.putBack(this.#army) : armies.putDown(this.#army, square)),
      cancelled: () => this.#set({ ...this.#army, held: null }),
    }, say("setup.title"));
    this.tray = new Tray(this.board, {
      chosen: (kind) => this.#set(armies.holdKind(this.#army, kind)),
      dropped: (kind, square) =>
        square !== null && this.#set(armies.putDown(armies.holdKind({ ...this.#army, held: null }, kind), square)),
    }, say("setup.tray"));
    this.ready = button(say("setup.ready"), () => ready(armies.pieces(this.#army)), {
      class: "primary go",
      disabled: true,
    });
    this.drawCover = part(this.#cover, (/** @type {{ seat: string }} */ shown) => handOver(shown.seat, this.uncover));
    this.element = this.#arranged();
    this.#load();
  }

  uncover = () => {};

  #arranged() {
    const change = (/** @type {string} */ key, /** @type {() => armies.Army} */ next) =>
      button(say(`setup.${key}`), () => this.#set(next()), { disabled: true });
    this.#changes.append(
      change("random", () => armies.filled(this.#army, Math.random)),
      change("mirror", () => armies.mirrored(this.#army, this.game.board)),
      change("clear", () => armies.arranged(this.#army, [])),
    );
    return el(
      "div",
      { class: "army" },
      el("header", { class: "page-head" }, el("h1", {}, say("setup.title")), el("p", {}, say("setup.line"))),
      el("div", { class: "board-holder" }, this.board.element, this.#cover),
      el(
        "div",
        { class: "army-side" },
        this.tray.element,
        this.#changes,
        this.#chooser,
        this.#keeper(),
        this.#missing,
        this.ready,
        this.#notice,
        this.#others,
      ),
    );
  }

  #keeper() {
    const { field, input } = textField(say("setup.name"), { maxlength: 40, required: true });
    const said = el("p", { class: "small soft", role: "status" });
    const keep = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const formation = { name: input.value.trim(), pieces: armies.pieces(this.#army) };
      const told = keepFormation(this.game.id, this.seat, formation);
      said.textContent = await told.then(() => say("setup.saved", { name: formation.name }), sentence);
      this.#drawChooser();
    };
    return el(
      "details",
      { class: "keeper" },
      el("summary", {}, say("setup.save")),
      el("form", { class: "row", onsubmit: keep }, field, el("button", {}, say("setup.save"))),
      said,
    );
  }

  async #load() {
    const [formations] = await Promise.all([
      get(`/api/games/${this.game.id}/formations?seat=${encodeURIComponent(this.seat)}`),
      this.board.ready(),
    ]);
    this.#army = armies.emptyArmy(formations);
    this.#readyMade = formations.formations;
    this.#set(this.#army);
    for (const change of this.#changes.querySelectorAll("button")) change.disabled = false;
    this.#drawChooser();
  }

  async #drawChooser() {
    const all = [...this.#readyMade, ...(await ownFormations(this.game.id, this.seat))];
    const options = [
      { value: "", text: say("setup.choose") },
      ...all.map(({ name }, index) => ({ value: String(index), text: name })),
    ];
    this.#chooser.replaceChildren(
      picker(
        say("setup.formation"),
        options,
        "",
        (index) => index && this.#set(armies.arranged(this.#army, all[Number(index)].pieces)),
      ),
    );
  }

  /** @param {string} square @returns {boolean} */
  #lifted(square) {
    if (!this.#army.placed.has(square)) return false;
    this.#set(armies.holdSquare(this.#army, square));
    return true;
  }

  /** @param {armies.Army} army */
  #set(army) {
    this.#army = army;
    const { held, zone, placed } = army;
    const free = held ? [...(zone ?? [])].filter((square) => !placed.has(square)) : [];
    const hints = { ...NO_HINTS, targets: free, touched: held?.from === "board" ? [held.square] : [] };
    this.board.show({ pieces: armies.pieces(army), hints, turned: sitsAcross(this.game, this.seat) });
    this.tray.show([...(army.counts?.keys() ?? [])].map((kind) => {
      const count = armies.left(army, kind);
      return {
        kind,
        count,
        name: say("setup.left", { kind: kindName(this.game, kind), count }),
        held: held?.from === "tray" && held.kind === kind,
      };
    }));
    const missing = armies.missing(army);
    this.#missing.textContent = missing > 0 ? say("setup.missing", { count: missing }) : say("setup.complete");
    this.ready.disabled = !armies.isComplete(army);
  }

  /** @param {MatchModel} model */
  showSeats(model) {
    const others = (model.state?.seats ?? []).filter((seat) => seat.seat !== this.seat);
    this.#others.textContent = others
      .map((seat) => say(seat.ready ? "setup.status.ready" : "setup.status.waiting", { seat: seatName(seat.seat) }))
      .join(" ");
  }

  /** @param {string} text */
  showNotice(text) {
    this.#notice.textContent = text;
    this.#notice.hidden = text === "";
  }

  /** @param {string | null} seat @param {() => void} uncover */
  coverFor(seat, uncover) {
    this.uncover = uncover;
    this.#cover.hidden = seat === null;
    if (seat !== null) this.drawCover({ seat });
  }
}
