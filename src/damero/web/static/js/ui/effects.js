/** The effects of a change: what is shown over the board, announced to screen readers and played as sound. */

import { pieceName } from "../board/aria_labels.js";
import { stepDuration } from "../board/board.js";
import { pieceIcon } from "../board/sprites.js";
import { t } from "../i18n/messages.js";
import { settings } from "../state/settings_store.js";
import { fightOf } from "../state/view_model.js";
import { announce } from "./announce.js";
import { el } from "./element.js";
import { outcomeText, seatName } from "./names.js";
import { playSound } from "./sound.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Ply} Ply */
/** @typedef {NonNullable<ReturnType<typeof fightOf>>} Fight */

/** Milliseconds for which a fight is shown. */
const FIGHT_DURATION = 2200;

/**
 * Shows the two pieces of a fight side by side for a moment.
 * @param {HTMLElement} overlay
 * @param {Fight} fight
 * @param {string} label
 * @param {(kind: string) => string} spriteOf
 */
function showFight(overlay, { attacker, defender }, label, spriteOf) {
  const element = el(
    "div",
    { class: "fight", role: "img", "aria-label": label },
    pieceIcon(spriteOf, attacker),
    el("b", { "aria-hidden": "true" }, "⚔"),
    pieceIcon(spriteOf, defender),
  );
  overlay.replaceChildren(element);
  setTimeout(() => element.remove(), FIGHT_DURATION + stepDuration(settings()));
}

/** @param {Fight} fight @param {Game} game @returns {string} */
const fightText = ({ attacker, defender }, game) =>
  t("match.fight", { attacker: pieceName(game, attacker), defender: pieceName(game, defender) });

/** @param {Ply} ply @param {Game} game @returns {string[]} */
const resultTexts = (ply, game) => [
  ...ply.revealed.map(({ kind }) => t("match.revealed", { piece: pieceName(game, kind) })),
  ...(ply.taken.length > 0 ? [t("announce.captured", { count: ply.taken.length })] : []),
];

/** @param {Ply} ply @returns {"capture" | "flip" | "move"} */
function moveSound(ply) {
  if (ply.taken.length > 0) return "capture";
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
    const ply = after.record[after.record.length - 1];
    const fight = fightOf(ply, before.state?.view ?? null, game);
    const results = fight ? [fightText(fight, game)] : resultTexts(ply, game);
    if (fight) showFight(overlay, fight, results[0], spriteOf);
    texts.push(t("announce.move", { seat: seatName(ply.seat), move: ply.text }), ...results);
    playSound(moveSound(ply));
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
