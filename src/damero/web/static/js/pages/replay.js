/** A game that was played, step by step, through anybody's eyes. */

import { Board } from "../board/board.js";
import { say } from "../i18n/messages.js";
import { game as gameOf, get } from "../net/api.js";
import { Frames } from "../net/replay_pages.js";
import { go } from "../router.js";
import { stepped } from "../state/playback.js";
import { NO_HINTS, sitsAcross, vanished } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";
import { announce } from "../ui/announce.js";
import { picker } from "../ui/fields.js";
import { button, el, link } from "../ui/element.js";
import { icon } from "../ui/icons.js";
import { MoveList } from "../ui/move_list.js";
import { outcomeText, playerName, seatName } from "../ui/names.js";
import { hiddenTable } from "../ui/side_panels.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Snapshot} Snapshot */

const PACE = 1100;

class Replay {
  /** @type {Frames | null} */
  #frames = null;
  #title = el("p", { class: "status", role: "status" });
  #slider =
    /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, "aria-label": say("replay.slider") }));
  #play = el("button", { type: "button", class: "primary" });
  #timer;

  /** @param {Game} game @param {Snapshot} snapshot @param {number | null} ply */
  constructor(game, snapshot, ply) {
    this.game = game;
    this.snapshot = snapshot;
    const total = snapshot.record.length;
    this.steps = { ply: ply ?? total, total, playing: false };
    this.over = snapshot.state.outcome !== null;
    this.perspective = this.over ? "truth" : snapshot.viewer.seat ?? "spectator";
    this.board = new Board(game, settings(), null, say("board.label", { game: game.title }));
    this.moves = new MoveList(game.seats, (to) => this.step({ type: "to", ply: to ?? total }));
    this.#slider.max = String(total);
    this.#slider.addEventListener("input", () => this.step({ type: "to", ply: Number(this.#slider.value) }));
    this.#play.addEventListener("click", () => this.step({ type: this.steps.playing ? "pause" : "play" }));
    this.#timer = setInterval(() => this.steps.playing && this.step({ type: "tick" }), PACE);
    addEventListener("keydown", this.#keyed);
  }

  async open() {
    await this.board.ready();
    this.hidden = hiddenTable(this.game, this.board.spriteOf ?? ((kind) => kind));
    await this.#look(this.perspective);
    return this.#arranged();
  }

  /** @param {string} perspective */
  async #look(perspective) {
    this.perspective = perspective;
    const frames = new Frames(this.snapshot.match.id, perspective);
    await frames.reach(this.steps.ply);
    this.#frames = frames;
    this.#draw(this.steps.ply);
  }

  /** @param {import("../state/playback.js").Step} step */
  async step(step) {
    const before = this.steps.ply;
    this.steps = stepped(this.steps, step);
    history.replaceState(null, "", `#${this.steps.ply}`);
    await this.#frames?.reach(this.steps.ply).catch(() => {});
    this.#draw(before);
    if (this.steps.ply > before) announce(this.snapshot.record[this.steps.ply - 1].text);
  }

  /** @param {number} before */
  #draw(before) {
    const { ply, total, playing } = this.steps;
    const [earlier, view] = [this.#frames?.at(ply - 1), this.#frames?.at(ply)];
    const last = this.snapshot.record[ply - 1];
    const gone = last && earlier && view ? vanished(earlier, view, last) : [];
    const turned = sitsAcross(this.game, this.perspective);
    const hints = { ...NO_HINTS, last: last?.squares ?? [], gone };
    this.board.show({ pieces: view?.pieces ?? [], hints, turned, way: ply === before + 1 ? last?.squares ?? [] : [] });
    this.moves.show(this.snapshot.record, ply);
    this.hidden?.show(view?.hidden ?? []);
    this.#slider.value = String(ply);
    this.#title.textContent = ply === total && this.snapshot.state.outcome
      ? outcomeText(this.snapshot.state.outcome, this.snapshot.viewer.seats)
      : say("replay.ply", { ply, total });
    this.#play.replaceChildren(icon(playing ? "pause" : "play"), say(playing ? "replay.pause" : "replay.play"));
  }

  #keyed = (/** @type {KeyboardEvent} */ event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === "ArrowLeft") this.step({ type: "by", count: -1 });
    if (event.key === "ArrowRight") this.step({ type: "by", count: 1 });
  };

  #perspectives() {
    const seats = this.game.seats.map((seat) => ({ value: seat, text: seatName(seat) }));
    const possible = this.over
      ? [{ value: "truth", text: say("replay.truth") }, ...seats, { value: "spectator", text: say("replay.spectator") }]
      : [{ value: this.perspective, text: seatName(this.perspective) }];
    return picker(say("replay.perspective"), possible, this.perspective, (value) => this.#look(value));
  }

  #arranged() {
    const { id } = this.snapshot.match;
    const [first, second] = this.snapshot.state.seats.map((seat) => playerName(seat.player));
    const share = button(say("replay.share"), async () => {
      await navigator.clipboard?.writeText(location.href).catch(() => {});
      share.textContent = say("match.copied");
    });
    const table = el("div", { class: "table" }, el("div", { class: "board-holder" }, this.board.element));
    this.board.frame = table;
    return el(
      "div",
      { class: "match replay" },
      el("h1", { class: "replay-title" }, say("match.title", { game: this.game.title, first, second })),
      el(
        "div",
        { class: "stage" },
        table,
        el(
          "div",
          { class: "below" },
          this.#title,
          el("div", { class: "asking" }, this.#slider),
          el(
            "div",
            { class: "replay-controls" },
            el("div", { class: "row" }, this.#play, button(say("replay.from"), () => this.#playFrom()), share),
            this.#perspectives(),
          ),
        ),
        el(
          "aside",
          { class: "side", "aria-label": say("match.moves") },
          this.moves.element,
          this.hidden?.element ?? "",
          el(
            "p",
            { class: "row" },
            link(`/api/matches/${id}/record`, say("replay.json"), { class: "button", download: `${id}.json` }),
            this.#pdn(id),
          ),
        ),
      ),
    );
  }

  /** Only where the server can write it. @param {string} id */
  #pdn(id) {
    const holder = el("span");
    fetch(`/api/matches/${id}/record.pdn`).then((answer) => {
      if (answer.ok) {
        holder.append(
          link(`/api/matches/${id}/record.pdn`, say("replay.pdn"), { class: "button", download: `${id}.pdn` }),
        );
      }
    }, () => {});
    return holder;
  }

  #playFrom() {
    go(`/play/${this.game.id}?start=${encodeURIComponent(this.#frames?.at(this.steps.ply)?.text ?? "")}`);
  }

  leave() {
    clearInterval(this.#timer);
    removeEventListener("keydown", this.#keyed);
    this.board.leave();
  }
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, hash }) {
  /** @type {Snapshot} */
  const snapshot = await get(`/api/matches/${encodeURIComponent(parts[0] ?? "")}`);
  const game = await gameOf(snapshot.match.game);
  const replay = new Replay(game, snapshot, hash === "" ? null : Math.min(Number(hash) || 0, snapshot.record.length));
  return { title: say("replay.title"), node: await replay.open(), leave: () => replay.leave() };
}
