/** Hints against the computer: first the square, then the move. The server counts the turns with a hint. */

import { t } from "../i18n/messages.js";
import { commandId, post } from "../net/api.js";
import { spelled, squareText } from "../state/notation.js";
import { hintShapes } from "../state/shapes.js";
import { el } from "./element.js";
import { errorText } from "./error_text.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").Hint} Hint */

/** @param {Pick<MatchModel, "match" | "record">} model */
const turnOf = ({ match, record }) => `${match?.id} ${record.length}`;

/** @param {import("../wire.js").Game} game @param {import("../board/board.js").Board} board */
export function matchHint(game, board) {
  const element = el("p", { class: "note", role: "status", hidden: true });
  /** The hint of a turn. @type {{ turn: string, hint: Hint } | null} */
  let known = null;
  let asking = false;
  let shownAt = "";

  /** @param {string} text */
  function say(text) {
    element.textContent = text;
    element.hidden = false;
  }

  /** @param {Hint} hint */
  function showSquare({ squares }) {
    board.shapes.set(hintShapes(squares.slice(0, 1)));
    say(t("match.hint.square", { square: squareText(game, squares[0]) }));
  }

  /** @param {Hint} hint */
  function showMove({ squares, move }) {
    board.shapes.set(hintShapes(squares));
    say(t("match.hint.move", { move: spelled(game, move) }));
  }

  /** @param {MatchModel} model */
  async function ask({ match, record, viewer }) {
    const turn = turnOf({ match, record });
    shownAt = turn;
    if (known?.turn === turn) return showMove(known.hint);
    if (asking) return;
    asking = true;
    say(t("match.hint.waiting"));
    try {
      const body = { command_id: commandId(), seat: viewer.seat };
      known = { turn, hint: await post(`/api/matches/${match?.id}/hints`, body) };
      showSquare(known.hint);
    } catch (error) {
      say(errorText(error, game));
    } finally {
      asking = false;
    }
  }

  /** A hint disappears with its turn. @param {MatchModel} model */
  function show(model) {
    if (turnOf(model) !== shownAt || model.state?.status !== "active") element.hidden = true;
  }
  return { element, ask, show };
}
