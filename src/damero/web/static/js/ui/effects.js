/** What just happened, shown over the board, spoken and heard. */

import { pieceIcon } from "../board/sprites.js";
import { kindName } from "../board/aria_labels.js";
import { stepTime } from "../board/board.js";
import { say } from "../i18n/messages.js";
import { madePublic, vanished } from "../state/view_model.js";
import { settings } from "../state/settings_store.js";
import { announce } from "./announce.js";
import { el } from "./element.js";
import { outcomeText, seatName } from "./names.js";
import { play } from "./sound.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Game} Game */

const FIGHT_TIME = 2200;

/**
 * Two pieces that met, side by side, for a moment.
 * @param {HTMLElement} over
 * @param {Game} game
 * @param {string[]} kinds
 * @param {(kind: string) => string} spriteOf
 */
function showFight(over, game, kinds, spriteOf) {
  const [attacker, defender] = kinds;
  const text = say("match.fight", { attacker: kindName(game, attacker), defender: kindName(game, defender) });
  const fight = el(
    "div",
    { class: "fight", role: "img", "aria-label": text },
    pieceIcon(spriteOf, attacker),
    el("b", { "aria-hidden": "true" }, "⚔"),
    pieceIcon(spriteOf, defender),
  );
  over.replaceChildren(fight);
  setTimeout(() => fight.remove(), FIGHT_TIME + stepTime(settings()));
}

/** @param {MatchModel} model @param {Game} game @returns {string} */
function spokenMove(model, game) {
  const ply = model.record[model.record.length - 1];
  const kinds = madePublic(ply, game);
  const gone = model.before && model.state?.view ? vanished(model.before, model.state.view, ply).length : 0;
  return [
    say("said.move", { seat: seatName(ply.seat), move: ply.text }),
    kinds.length === 2
      ? say("match.fight", { attacker: kindName(game, kinds[0]), defender: kindName(game, kinds[1]) })
      : "",
    kinds.length === 1 ? say("match.flipped", { piece: kindName(game, kinds[0]) }) : "",
    gone ? say("said.taken", { count: gone }) : "",
  ].filter(Boolean).join(". ");
}

/** @param {MatchModel} model @returns {"capture" | "flip" | "move"} */
function soundOf(model) {
  const ply = model.record[model.record.length - 1];
  if ((model.state?.view?.taken.length ?? 0) > (model.before?.taken.length ?? 0)) return "capture";
  return ply.squares.length === 1 ? "flip" : "move";
}

/**
 * @param {MatchModel} before
 * @param {MatchModel} after
 * @param {Game} game
 * @param {HTMLElement} over
 * @param {(kind: string) => string} spriteOf
 */
export function tell(before, after, game, over, spriteOf) {
  const said = [];
  if (after.record.length > before.record.length && before.version > 0) {
    const kinds = madePublic(after.record[after.record.length - 1], game);
    if (kinds.length === 2) showFight(over, game, kinds, spriteOf);
    said.push(spokenMove(after, game));
    play(soundOf(after));
  }
  if (after.state?.outcome && !before.state?.outcome && before.version > 0) {
    said.push(outcomeText(after.state.outcome, after.viewer.seats));
    play("end");
  }
  if (after.notice && after.notice !== before.notice) {
    said.push(after.notice.text);
    play("refused");
  }
  if (after.connection === "lost" && before.connection !== "lost") said.push(say("match.reconnecting"));
  if (said.length > 0) announce(said.join(". "));
}
