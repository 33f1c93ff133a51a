/** Turns the effects of a change into steps of the queue: pieces move, fights are shown, sounds and announcements. */

import { pieceName } from "../board/aria_labels.js";
import { stepDuration } from "../board/board.js";
import { joined, t } from "../i18n/messages.js";
import { moveText } from "../state/notation.js";
import { hopTime, lastingOf, pauseTime } from "../state/pace.js";
import { settings } from "../state/settings_store.js";
import { announce } from "./announce.js";
import { fightCard, fightText } from "./fight.js";
import { outcomeText, seatName } from "./names.js";
import { playSound } from "./sound.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../state/effects.js").Effect} Effect */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Ply} Ply */
/** @typedef {import("./match_screen.js").MatchScreen} MatchScreen */
/** @typedef {import("./effect_queue.js").Step} Step */

/** The time of a fight, in steps of a moving piece. */
const FIGHT_STEPS = 6;

/** @param {MatchModel} model @returns {import("../state/pace.js").Pace} */
const paceOf = ({ match }) => ({ step: stepDuration(settings()), control: match?.control ?? null });

/** @param {Ply} ply @param {Game} game @returns {string[]} */
const resultTexts = (ply, game) => [
  ...ply.revealed.map(({ kind }) => t("match.revealed", { piece: pieceName(game, kind) })),
  ...(ply.taken.length > 0 ? [t("announce.captured", { count: ply.taken.length })] : []),
];

/** @param {Extract<Effect, { type: "played" }>} effect @param {Game} game @returns {string} */
function playedText({ ply }, game) {
  const results = ply.fight ? [fightText(ply.fight, game)] : resultTexts(ply, game);
  const move = moveText(game, { ...ply, fight: null });
  return joined("text.sentences", [t("announce.move", { seat: seatName(ply.seat), move }), ...results]);
}

/** @param {MatchModel} model @returns {import("./sound.js").Sound} */
function endSound({ state, viewer }) {
  if (state?.outcome?.winner === null) return "drawn";
  if (viewer.seats.length !== 1 || !state?.outcome) return "over";
  return state.outcome.winner === viewer.seats[0] ? "won" : "lost";
}

/** @param {Extract<Effect, { type: "hop" }>} hop @param {number} duration @param {MatchScreen} screen */
function showHop({ pieces, path, capture, last }, duration, screen) {
  screen.showPieces(pieces, path, duration);
  playSound(capture ? "capture" : "move");
  return lastingOf(duration, last);
}

/**
 * @param {Effect} effect
 * @param {MatchModel} model the state to which the effect belongs
 * @param {{ game: Game, screen: MatchScreen, draw: (model: MatchModel) => void,
 *   queue: import("./effect_queue.js").EffectQueue }} page
 * @returns {Step}
 */
export function stepFor(effect, model, { game, screen, draw, queue }) {
  const step = stepDuration(settings());
  const start = () => {
    screen.overlay.replaceChildren();
    switch (effect.type) {
      case "pause":
        return pauseTime(paceOf(model), effect.hops, queue.idle, Date.now() - model.receivedAt);
      case "hop":
        return showHop(effect, hopTime(paceOf(model), effect.hops), screen);
      case "fight":
        if (step > 0 && effect.ply.fight) {
          screen.overlay.append(fightCard(effect.ply.fight, effect.ply.taken[0], game, screen.board));
          screen.showStatus({ text: t("match.fight"), tone: "" });
        }
        playSound("fight");
        return step * FIGHT_STEPS;
      case "played":
        if (effect.ply.squares.length === 1) playSound("flip");
        if (effect.crowned) playSound("crown");
        announce(playedText(effect, game));
        return 0;
      case "shown":
        draw(model);
        return 0;
      case "over":
        announceEnd(model, game);
        playSound(endSound(model));
        return 0;
    }
  };
  const skip = () => {
    if (effect.type === "played") announce(playedText(effect, game));
    if (effect.type === "over") announceEnd(model, game);
  };
  return { type: effect.type, start, skip };
}

/** @param {MatchModel} model @param {Game} game */
function announceEnd({ state, viewer }, game) {
  if (state?.outcome) announce(outcomeText(state.outcome, game.seats, viewer.seats));
}

/** What is announced at once: refusals and a lost connection. @param {MatchModel} before @param {MatchModel} after */
export function announceNotice(before, after) {
  if (after.notice && after.notice !== before.notice) {
    announce(after.notice.text);
    playSound("refused");
  }
  if (after.connection === "lost" && before.connection !== "lost") announce(t("match.reconnecting"));
}
