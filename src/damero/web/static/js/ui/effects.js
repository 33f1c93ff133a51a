/** The effects of a change: what is shown over the board, announced to screen readers and played as sound. */

import { pieceName } from "../board/aria_labels.js";
import { stepDuration } from "../board/board.js";
import { pieceIcon } from "../board/sprites.js";
import { t } from "../i18n/messages.js";
import { settings } from "../state/settings_store.js";
import { capturedSquares, revealedKinds } from "../state/view_model.js";
import { announce } from "./announce.js";
import { el } from "./element.js";
import { outcomeText, seatName } from "./names.js";
import { playSound } from "./sound.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */

/** Milliseconds for which a fight is shown. */
const FIGHT_DURATION = 2200;

/**
 * Shows the two pieces of a fight side by side for a moment.
 * @param {HTMLElement} overlay
 * @param {Game} game
 * @param {string[]} kinds
 * @param {(kind: string) => string} spriteOf
 */
function showFight(overlay, game, kinds, spriteOf) {
  const [attacker, defender] = kinds;
  const fight = el(
    "div",
    { class: "fight", role: "img", "aria-label": fightText(game, kinds) },
    pieceIcon(spriteOf, attacker),
    el("b", { "aria-hidden": "true" }, "⚔"),
    pieceIcon(spriteOf, defender),
  );
  overlay.replaceChildren(fight);
  setTimeout(() => fight.remove(), FIGHT_DURATION + stepDuration(settings()));
}

/** @param {Game} game @param {string[]} kinds @returns {string} */
const fightText = (game, [attacker, defender]) =>
  t("match.fight", { attacker: pieceName(game, attacker), defender: pieceName(game, defender) });

/** @param {MatchModel} model @param {Game} game @returns {string} */
function moveText(model, game) {
  const ply = model.record[model.record.length - 1];
  const kinds = revealedKinds(ply, game);
  const captured = model.previousView && model.state?.view
    ? capturedSquares(model.previousView, model.state.view, ply).length
    : 0;
  return [
    t("announce.move", { seat: seatName(ply.seat), move: ply.text }),
    kinds.length === 2 ? fightText(game, kinds) : "",
    kinds.length === 1 ? t("match.flipped", { piece: pieceName(game, kinds[0]) }) : "",
    captured ? t("announce.captured", { count: captured }) : "",
  ].filter(Boolean).join(". ");
}

/** @param {MatchModel} model @returns {"capture" | "flip" | "move"} */
function moveSound(model) {
  const ply = model.record[model.record.length - 1];
  if ((model.state?.view?.taken.length ?? 0) > (model.previousView?.taken.length ?? 0)) return "capture";
  return ply.squares.length === 1 ? "flip" : "move";
}

/**
 * @param {MatchModel} before
 * @param {MatchModel} after
 * @param {Game} game
 * @param {HTMLElement} overlay
 * @param {(kind: string) => string} spriteOf
 */
export function playEffects(before, after, game, overlay, spriteOf) {
  const texts = [];
  if (after.record.length > before.record.length && before.version > 0) {
    const kinds = revealedKinds(after.record[after.record.length - 1], game);
    if (kinds.length === 2) showFight(overlay, game, kinds, spriteOf);
    texts.push(moveText(after, game));
    playSound(moveSound(after));
  }
  if (after.state?.outcome && !before.state?.outcome && before.version > 0) {
    texts.push(outcomeText(after.state.outcome, game.seats, after.viewer.seats));
    playSound("end");
  }
  if (after.notice && after.notice !== before.notice) {
    texts.push(after.notice.text);
    playSound("refused");
  }
  if (after.connection === "lost" && before.connection !== "lost") texts.push(t("match.reconnecting"));
  if (texts.length > 0) announce(texts.join(". "));
}
