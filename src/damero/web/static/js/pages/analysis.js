/** The analysis board: moves and variations are tried freely, with the engine and the endgame tables beside them. */

import { t } from "../i18n/messages.js";
import { game as gameOf, games, patiently, post } from "../net/api.js";
import { LinePositions, MatchPositions } from "../net/line_positions.js";
import { navigate } from "../router.js";
import { readPlace, readTree } from "../state/game_tree.js";
import { AnalysisBoard } from "../ui/analysis_board.js";
import { listenForAnalysisKeys } from "../ui/analysis_keys.js";
import { AnalysisSession } from "../ui/analysis_session.js";
import { followAddress, sharePanel } from "../ui/analysis_share.js";
import { annotationPanel } from "../ui/annotation_panel.js";
import { button, el } from "../ui/element.js";
import { endingsPanel } from "../ui/endings_panel.js";
import { EnginePanel } from "../ui/engine_panel.js";
import { evaluationBar } from "../ui/evaluation_bar.js";
import { selectField } from "../ui/fields.js";
import { icon } from "../ui/icons.js";
import { outcomeText, seatName } from "../ui/names.js";
import { openForm, openText, withoutLink } from "../ui/open_form.js";
import { openingsPanel } from "../ui/openings_panel.js";
import { TreeView } from "../ui/tree_view.js";
import { typedMove } from "../ui/typed_move.js";

/** @typedef {import("../wire.js").OpenedTree} OpenedTree */
/** @typedef {import("../wire.js").Game} Game */

class AnalysisPage {
  #status = el("p", { class: "status", role: "status" });
  /** @type {(() => void)[]} */
  #closing = [];

  /** @param {AnalysisSession} session @param {Game[]} catalogue */
  constructor(session, catalogue) {
    this.session = session;
    this.catalogue = catalogue;
    this.board = new AnalysisBoard(session);
    this.bar = evaluationBar(session.game);
    this.engine = new EnginePanel(session, {
      suggest: (shapes) => this.board.suggest(shapes),
      evaluate: (line, mover) => this.bar.show(line, mover),
    });
    this.moves = new TreeView(session);
    this.typed = typedMove(session.game, (text) => session.play(text));
    this.typed.show({ player: session.positions.free, turn: true });
    session.onChange(() => this.#showStatus());
    this.#closing = [
      followAddress(session),
      listenForAnalysisKeys({
        step: (action) => session.dispatch(action),
        flip: () => this.#flip(),
        engine: () => this.engine.switch(),
      }),
      () => this.engine.destroy(),
      () => this.board.destroy(),
    ];
  }

  #flip() {
    this.board.flip();
    this.bar.turn(this.board.flipped);
  }

  #showStatus() {
    const { position, problem, game } = this.session;
    this.#status.dataset.tone = problem ? "warn" : "turn";
    this.#status.textContent = problem ||
      (position?.outcome
        ? outcomeText(position.outcome, game.seats, [])
        : t("analysis.turn", { seat: seatName(position?.colour ?? position?.view.to_move ?? "") }));
  }

  #chooser() {
    const open = this.catalogue.filter(({ id, hidden }) => !hidden || id === this.session.game.id);
    const options = open.map(({ id, title }) => ({ value: id, text: title }));
    return selectField(t("analysis.game"), options, this.session.game.id, (id) => navigate(`/analysis/${id}`));
  }

  /** Whose eyes a game with hidden pieces is seen with. */
  #perspective() {
    const { positions, game } = this.session;
    if (!(positions instanceof MatchPositions)) return null;
    const seats = game.seats.map((seat) => ({ value: seat, text: seatName(seat) }));
    return el(
      "div",
      { class: "analysis-panel" },
      selectField(t("replay.perspective"), seats, positions.perspective, (seat) => this.#lookAs(seat)),
      el("p", { class: "muted small" }, t("analysis.hidden")),
    );
  }

  /** @param {string} seat */
  async #lookAs(seat) {
    await this.session.lookAs(seat);
    this.board.turnTo(seat);
    this.bar.turn(this.board.flipped);
  }

  /** The text of the shown position, in the address of another page. */
  #text() {
    return encodeURIComponent(this.session.position?.view.text ?? "");
  }

  #tools() {
    const { game, positions } = this.session;
    const go = (/** @type {string} */ page) => () => navigate(`/${page}/${game.id}?start=${this.#text()}`);
    return el(
      "div",
      { class: "row analysis-tools" },
      el("button", { type: "button", onclick: () => this.#flip() }, icon("flip"), t("analysis.flip")),
      positions.free && button(t("analysis.editor"), go("editor")),
      positions.free && button(t("analysis.from"), go("play")),
    );
  }

  node() {
    const { session } = this;
    const boardColumn = el(
      "div",
      { class: "board-column" },
      el("div", { class: "analysis-board" }, this.bar.element, this.board.element),
    );
    this.board.board.container = boardColumn;
    return el(
      "div",
      { class: "match analysis" },
      el("h1", { class: "replay-title" }, t("analysis.title")),
      el(
        "div",
        { class: "analysis-layout" },
        boardColumn,
        el(
          "div",
          { class: "analysis-main" },
          el("div", { class: "analysis-head" }, this.#status, this.moves.steps),
          this.engine.element,
          endingsPanel(session),
          this.moves.element,
          this.typed.element,
        ),
        el(
          "div",
          { class: "analysis-more" },
          this.#perspective(),
          openingsPanel(session),
          annotationPanel(session),
          this.#tools(),
          sharePanel(session, () => this.board.flipped),
          openForm(session.game.id, (opened) => showOpened(opened)),
          this.#chooser(),
          el("p", { class: "muted small keys-line" }, t("analysis.keys")),
        ),
      ),
    );
  }

  async open(/** @type {import("../state/game_tree.js").Path} */ path) {
    await this.board.ready();
    const node = this.node();
    await this.session.open(path);
    return node;
  }

  destroy() {
    this.#closing.forEach((close) => close());
  }
}

/** What was opened last, for the page that shows it next. @type {OpenedTree | null} */
let waiting = null;

/** @param {OpenedTree} opened */
function showOpened(opened) {
  waiting = opened;
  navigate(`/analysis/${opened.game}`);
}

/** @param {string[]} parts @param {URLSearchParams} query @param {string} hash @param {Game[]} catalogue @returns {Promise<OpenedTree>} */
async function opened([first, second], query, hash, catalogue) {
  const found = waiting;
  waiting = null;
  if (found) return found;
  if (first === "match") return await patiently(() => post("/api/analysis/trees", { match: second ?? "" }));
  if (hash.includes("tree=")) {
    const text = await withoutLink(`#${hash}`);
    return await patiently(() => post("/api/analysis/trees", { text }));
  }
  return await openText(first ?? catalogue[0].id, query.get("start") ?? "");
}

/** @param {OpenedTree} found @param {Game} game @param {import("../state/game_tree.js").Tree} tree */
async function positionsOf(found, game, tree) {
  if (game.hidden && found.match) return await MatchPositions.open(found.match, game.seats[0]);
  return new LinePositions({
    game: game.id,
    version: game.version,
    start: /** @type {string | undefined} */ (tree.head.start) ?? null,
  });
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts, query, hash }) {
  const catalogue = await games();
  const found = await opened(parts, query, hash, catalogue);
  const game = await gameOf(found.game, found.version);
  const tree = readTree(found.tree);
  const session = new AnalysisSession(game, tree, await positionsOf(found, game, tree));
  const shown = new AnalysisPage(session, catalogue);
  const place = new URLSearchParams(hash).get("at") ?? (/^\d+$/.test(hash) ? hash : "0");
  const node = await shown.open(readPlace(tree, place));
  return { title: t("analysis.title"), node, destroy: () => shown.destroy() };
}
