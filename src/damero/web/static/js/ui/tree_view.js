/** The moves of an analysis with their variations, comments and glyphs. */

import { t } from "../i18n/messages.js";
import { moveText } from "../state/notation.js";
import { button, el } from "./element.js";
import { icon } from "./icons.js";

/** @typedef {import("../state/game_tree.js").TreeNode} TreeNode */
/** @typedef {import("../state/game_tree.js").Path} Path */
/** @typedef {import("./analysis_session.js").AnalysisSession} AnalysisSession */

/** How people write the usual glyphs, by their numbers. @type {ReadonlyMap<number, string>} */
export const GLYPHS = new Map([[1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"]]);

/** @param {number[]} glyphs */
const glyphText = (glyphs) => glyphs.map((glyph) => GLYPHS.get(glyph) ?? `$${glyph}`).join(" ");

/** @param {string} text */
const comment = (text) => (text ? el("span", { class: "tree-comment" }, text) : null);

export class TreeView {
  #list = el("div", { class: "tree", tabindex: "0", role: "group", "aria-label": t("match.moves") });
  /** @type {Map<string, HTMLElement>} */
  #buttons = new Map();
  #drawn = "";

  /** @param {AnalysisSession} session */
  constructor(session) {
    this.session = session;
    const step = (
      /** @type {"first" | "back" | "forward" | "last"} */ symbol,
      /** @type {import("../state/analysis.js").AnalysisAction} */ action,
    ) =>
      el("button", {
        type: "button",
        class: "square-button borderless",
        "aria-label": t(`match.${symbol}`),
        onclick: () => session.dispatch(action),
      }, icon(symbol));
    /** The buttons, which stand closer to the board than the moves. */
    this.steps = el(
      "div",
      { class: "move-steps" },
      step("first", { type: "start" }),
      step("back", { type: "back" }),
      step("forward", { type: "forward" }),
      step("last", { type: "end" }),
    );
    this.element = el("section", { class: "move-list card", "aria-label": t("match.moves") }, this.#list);
    session.onChange(() => this.#show());
  }

  #show() {
    const { tree, path } = this.session.state;
    const lines = this.#line(tree.children, []);
    const drawn = el("div", {}, comment(tree.comment), lines);
    const empty = tree.children.length === 0 && !tree.comment;
    if (drawn.textContent !== this.#drawn || this.#buttons.size === 0 || empty) {
      this.#drawn = drawn.textContent ?? "";
      this.#list.replaceChildren(empty ? el("p", { class: "muted" }, t("analysis.noMoves")) : drawn);
    }
    this.#mark(path);
  }

  /** @param {Path} path */
  #mark(path) {
    const current = path.join(" ");
    for (const move of this.#list.querySelectorAll("[data-path]")) {
      const isCurrent = move.getAttribute("data-path") === current;
      if (isCurrent) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
      if (isCurrent) this.#reveal(/** @type {HTMLElement} */ (move));
    }
    if (path.length === 0) this.#list.scrollTop = 0;
  }

  /** @param {HTMLElement} move */
  #reveal(move) {
    this.#list.scrollTop = move.offsetTop - this.#list.clientHeight / 2;
  }

  /** @param {TreeNode[]} following @param {Path} path @returns {HTMLElement[]} */
  #line(following, path) {
    /** @type {HTMLElement[]} */
    const shown = [];
    let numbered = true;
    while (following.length > 0) {
      const [main, ...others] = following;
      shown.push(this.#move(main, path, numbered));
      if (others.length > 0) shown.push(this.#variations(others, path));
      numbered = others.length > 0 || main.comment !== "";
      path = [...path, main.move];
      following = main.children;
    }
    return shown;
  }

  /** @param {TreeNode[]} others @param {Path} path */
  #variations(others, path) {
    const items = others.map((other) => el("li", {}, this.#line([other], path)));
    return el("ul", { class: "variations", "aria-label": t("analysis.variations") }, items);
  }

  /** @param {TreeNode} node @param {Path} before @param {boolean} numbered */
  #move(node, before, numbered) {
    const path = [...before, node.move];
    const known = this.session.positions.moveAt(path);
    const text = known ? moveText(this.session.game, known) : node.move;
    const glyphs = glyphText(node.glyphs);
    const key = path.join(" ");
    const move = button(`${text}${glyphs ? ` ${glyphs}` : ""}`, () => this.session.dispatch({ type: "go", path }), {
      class: "ply",
      "data-path": key,
    });
    this.#buttons.set(key, move);
    return el(
      "span",
      { class: "tree-move" },
      comment(node.before),
      el("span", { class: "tree-first" }, this.#number(before, numbered), move),
      comment(node.comment),
    );
  }

  /** The number before a move: of every first side's move, and where a line begins. @param {Path} before @param {boolean} always */
  #number(before, always) {
    const second = this.session.positions.at([])?.view.to_move === this.session.game.seats[1] ? 1 : 0;
    const ply = before.length + second;
    if (ply % 2 === 1 && !always) return null;
    return el("span", { class: "move-number muted" }, `${Math.floor(ply / 2) + 1}${ply % 2 === 1 ? "…" : "."}`);
  }
}
