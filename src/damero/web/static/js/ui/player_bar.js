/** The two players of a match: name, seat, clock, presence and what they have taken. */

import { pieceIcon } from "../board/sprites.js";
import { say } from "../i18n/messages.js";
import { isShort, remaining, shownTime } from "../state/clock.js";
import { counted } from "../state/view_model.js";
import { kindName } from "../board/aria_labels.js";
import { el, part } from "./element.js";
import { playerName, seatName } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/sprites.js").SpriteOf} SpriteOf */

/**
 * @param {Game} game
 * @param {string[]} taken
 * @param {string} colour the taker's own colour
 * @param {SpriteOf} spriteOf
 */
function takenPieces(game, taken, colour, spriteOf) {
  if (!game.pieces.some((piece) => piece.colour === colour)) return [];
  const theirs = counted(taken, game).filter((entry) => entry.colour !== colour);
  return theirs.map(({ kind, count }) =>
    el(
      "span",
      { class: "taken-kind" },
      pieceIcon(spriteOf, kind),
      el("span", { "aria-hidden": "true" }, count > 1 ? `×${count}` : ""),
      el("span", { class: "unseen" }, `${count} ${kindName(game, kind)}`),
    )
  );
}

/** One player's plate. */
export class Plate {
  #time = el("time", { class: "clock", role: "timer" });
  #body = el("div", { class: "plate-body" });
  #taken = el("div", { class: "taken" });
  #draw;
  #drawTaken;

  /** @param {Game} game @param {SpriteOf} spriteOf */
  constructor(game, spriteOf) {
    this.game = game;
    this.element = el("div", { class: "plate" }, this.#body, this.#taken, this.#time);
    this.seat = "";
    this.#draw = part(this.#body, (/** @type {ReturnType<Plate["facts"]>} */ facts) => this.#drawBody(facts));
    this.#drawTaken = part(
      this.#taken,
      (/** @type {{ taken: string[], colour: string }} */ shown) =>
        takenPieces(game, shown.taken, shown.colour, spriteOf),
    );
  }

  /** @param {MatchModel} model @param {string} seat */
  facts(model, seat) {
    const place = model.state?.seats.find((candidate) => candidate.seat === seat);
    const presence = model.presence.seats.find((candidate) => candidate.seat === seat);
    return {
      seat,
      colour: place?.colour ?? seat,
      name: playerName(place?.player ?? null),
      own: model.viewer.seats.length === 1 && model.viewer.seats[0] === seat,
      away: Boolean(place?.player) && presence?.connected === false && place?.player?.kind !== "engine",
      toMove: model.state?.view?.to_move === seat && model.state.status === "active",
    };
  }

  /** @param {ReturnType<Plate["facts"]>} facts */
  #drawBody(facts) {
    this.element.classList.toggle("to-move", facts.toMove);
    this.element.classList.toggle("away", facts.away);
    const side = facts.colour === facts.seat
      ? seatName(facts.seat)
      : `${seatName(facts.seat)} · ${seatName(facts.colour)}`;
    return [
      el("span", { class: "chip", "data-colour": facts.colour }),
      el(
        "span",
        { class: "who" },
        el("strong", {}, facts.own ? `${facts.name} (${say("player.you")})` : facts.name),
        el("span", { class: "soft small" }, facts.away ? `${side} · ${say("match.away")}` : side),
      ),
    ];
  }

  /** @param {MatchModel} model @param {string} seat */
  show(model, seat) {
    this.seat = seat;
    const facts = this.facts(model, seat);
    this.#draw(facts);
    this.#drawTaken({ taken: model.state?.view?.taken ?? [], colour: facts.colour });
    this.tick(model, Date.now());
  }

  /** @param {MatchModel} model @param {number} now */
  tick(model, now) {
    const clock = model.state?.clock;
    this.#time.hidden = !clock;
    if (!clock) return;
    const passed = model.state?.status === "active" ? now - model.receivedAt : 0;
    const text = shownTime(remaining(clock, this.seat, passed));
    if (this.#time.textContent !== text) this.#time.textContent = text;
    this.#time.classList.toggle("running", clock.running === this.seat);
    this.#time.classList.toggle("short", isShort(clock, this.seat, passed));
    this.#time.setAttribute("aria-label", say("clock.of", { player: seatName(this.seat), time: text }));
  }
}
