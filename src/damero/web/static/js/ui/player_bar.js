/** The bar of one player: name, seat, clock, presence and captured pieces. */

import { pieceName } from "../board/aria_labels.js";
import { pieceIcon } from "../board/sprites.js";
import { t } from "../i18n/messages.js";
import { formatTime, isLow, remaining } from "../state/clock.js";
import { countKinds } from "../state/view_model.js";
import { el, renderOnChange } from "./element.js";
import { nameOfSeat, playerName, seatName } from "./names.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Clock} Clock */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../board/sprites.js").SpriteOf} SpriteOf */
/**
 * @typedef {{ seat: string, colour: string, name: string, own: boolean, away: boolean, toMove: boolean }} PlayerInfo
 */

/**
 * @param {Game} game
 * @param {string[]} taken
 * @param {string} colour the colour of the capturing player
 * @param {SpriteOf} spriteOf
 */
function capturedPieces(game, taken, colour, spriteOf) {
  if (!game.pieces.some((piece) => piece.colour === colour)) return [];
  const theirs = countKinds(taken, game).filter((entry) => entry.colour !== colour);
  return theirs.map(({ kind, count }) =>
    el(
      "span",
      { class: "captured-kind" },
      pieceIcon(spriteOf, kind),
      count > 1 && el("span", { "aria-hidden": "true" }, String(count)),
      el("span", { class: "visually-hidden" }, `${count} ${pieceName(game, kind)}`),
    )
  );
}

/**
 * Whether the creator of a match waits for a side that is drawn when somebody joins.
 * @param {MatchModel} model
 */
const isUndrawn = ({ match, state }) =>
  Boolean(match) && state?.status === "waiting" && state.seats.every(({ player }) => !player);

/**
 * The creator, on the viewer's side of the board if that is the viewer, and on the other side whoever is awaited.
 * @param {MatchModel} model @param {string} seat @param {boolean} near whether the bar is on the viewer's side @returns {PlayerInfo}
 */
function undrawnInfo({ match, state }, seat, near) {
  const own = state?.can.includes("abort") ?? false;
  const isCreator = near === own;
  const name = playerName(isCreator ? match?.creator ?? null : null);
  return { seat, colour: "", name, own: own && isCreator, away: false, toMove: false };
}

/** @param {MatchModel} model @param {string} seat @returns {PlayerInfo} */
function playerInfo(model, seat) {
  const place = model.state?.seats.find((candidate) => candidate.seat === seat);
  const presence = model.presence.seats.find((candidate) => candidate.seat === seat);
  return {
    seat,
    colour: place?.colour ?? seat,
    name: nameOfSeat(model, seat),
    own: model.viewer.seats.length === 1 && model.viewer.seats[0] === seat,
    away: Boolean(place?.player) && presence?.connected === false && place?.player?.kind !== "engine",
    toMove: model.state?.view?.to_move === seat && model.state.status === "active",
  };
}

/** @param {Clock} clock @param {string} seat */
function creditText(clock, seat) {
  const credit = clock.lag_credits[seat] ?? 0;
  return credit ? t("clock.credited", { seconds: Math.round(credit / 100) / 10 }) : "";
}

export class PlayerBar {
  #time = el("time", { class: "clock", role: "timer" });
  #info = el("div", { class: "player-info" });
  #captured = el("div", { class: "captured-pieces" });
  #renderInfo;
  #renderCaptured;

  /** @param {Game} game @param {SpriteOf} spriteOf */
  constructor(game, spriteOf) {
    this.element = el("div", { class: "player-bar" }, this.#info, this.#time);
    this.seat = "";
    this.#renderInfo = renderOnChange(this.#info, (/** @type {PlayerInfo} */ info) => this.#infoElements(info));
    this.#renderCaptured = renderOnChange(
      this.#captured,
      (/** @type {{ taken: string[], colour: string }} */ { taken, colour }) =>
        capturedPieces(game, taken, colour, spriteOf),
    );
  }

  /** @param {PlayerInfo} info */
  #infoElements({ seat, colour, name, own, away, toMove }) {
    this.element.classList.toggle("to-move", toMove);
    this.element.classList.toggle("away", away);
    const sides = colour ? [...new Set([seatName(seat), seatName(colour)])] : [t("play.seat.any")];
    return [
      el("span", { class: "colour-chip", "data-colour": colour }),
      el(
        "span",
        { class: "player-text" },
        el("strong", {}, own ? t("player.own", { name }) : name),
        el(
          "span",
          { class: "player-line" },
          el(
            "span",
            { class: "muted small" },
            [...sides.filter((side) => side !== name), ...(away ? [t("match.away")] : [])].join(" · "),
          ),
          this.#captured,
        ),
      ),
    ];
  }

  /** @param {MatchModel} model @param {string} seat @param {boolean} near whether the bar is on the viewer's side */
  show(model, seat, near) {
    this.seat = seat;
    const info = isUndrawn(model) ? undrawnInfo(model, seat, near) : playerInfo(model, seat);
    this.#renderInfo(info);
    this.#renderCaptured({ taken: model.state?.view?.taken ?? [], colour: info.colour });
    this.tick(model, Date.now());
  }

  /** @param {MatchModel} model @param {number} now */
  tick(model, now) {
    const clock = model.state?.clock;
    this.#time.hidden = !clock;
    if (!clock) return;
    const elapsed = model.state?.status === "active" ? now - model.receivedAt : 0;
    const text = formatTime(remaining(clock, this.seat, elapsed));
    if (this.#time.textContent !== text) this.#time.textContent = text;
    this.#time.classList.toggle("running", clock.running === this.seat);
    this.#time.classList.toggle("low", isLow(clock, this.seat, elapsed));
    this.#time.setAttribute("aria-label", t("clock.of", { player: seatName(this.seat), time: text }));
    this.#time.title = creditText(clock, this.seat);
  }
}
