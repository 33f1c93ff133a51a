/** A graph of the winning chances over a game. A click goes to the ply below it. */

import { svg } from "../board/svg.js";
import { t } from "../i18n/messages.js";
import { graphPoints, plyAt } from "../state/review.js";
import { el } from "./element.js";

const BOX = { width: 600, height: 120 };

/** @typedef {{ ply: number, share: number, mark: string }} GraphMove the first seat's winning chances after a ply */

/** @param {{ x: number, y: number }[]} points */
const path = (points) => points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");

export class EvaluationGraph {
  #art = svg("svg", { viewBox: `0 0 ${BOX.width} ${BOX.height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  #dots = el("div", { class: "graph-dots", "aria-hidden": "true" });
  #slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, class: "graph-slider" }));
  /** @type {GraphMove[]} */
  #moves = [];

  /** @param {(ply: number) => void} goTo @param {string} label */
  constructor(goTo, label) {
    this.plies = 0;
    this.#slider.setAttribute("aria-label", label);
    this.#slider.addEventListener("input", () => goTo(Number(this.#slider.value)));
    const area = el("div", { class: "graph-area" }, this.#art, this.#dots);
    area.addEventListener("click", (event) => {
      const { left, width } = area.getBoundingClientRect();
      goTo(plyAt((event.clientX - left) / width, this.plies));
    });
    this.element = el("div", { class: "evaluation-graph" }, area, this.#slider);
  }

  /** @param {GraphMove[]} moves @param {number} plies */
  show(moves, plies) {
    this.#moves = moves;
    this.plies = plies;
    this.#slider.max = String(plies);
    const points = graphPoints(moves.map(({ share }) => share), plies, BOX);
    const line = path(points);
    const [end, middle] = [points[points.length - 1].x, BOX.height / 2];
    this.#art.replaceChildren(
      svg("path", { class: "graph-fill", d: `M0 ${BOX.height}L${line}L${end.toFixed(1)} ${BOX.height}Z` }),
      svg("path", { class: "graph-middle", d: `M0 ${middle}H${BOX.width}` }),
      svg("path", { class: "graph-line", d: `M${line}` }),
    );
    this.#dots.replaceChildren(
      ...moves.filter(({ mark }) => mark === "?" || mark === "??").map(({ ply, share, mark }) =>
        this.#dot(ply, share, mark)
      ),
    );
  }

  /** @param {number} ply @param {number} share @param {string} mark */
  #dot(ply, share, mark) {
    const dot = el("span", { class: "graph-dot", "data-mark": mark }, mark);
    dot.style.left = `${(100 * ply) / Math.max(1, this.plies)}%`;
    dot.style.top = `${100 * (1 - share)}%`;
    return dot;
  }

  /** Marks the ply that is shown. @param {number} ply */
  goTo(ply) {
    this.#slider.value = String(ply);
    const share = this.#moves[ply - 1]?.share ?? 0.5;
    this.#slider.setAttribute("aria-valuetext", t("reviewing.at", { ply, percent: Math.round(100 * share) }));
    const [x, cursor] = [(ply / Math.max(1, this.plies)) * BOX.width, this.#art.querySelector(".graph-cursor")];
    cursor?.remove();
    this.#art.append(svg("path", { class: "graph-cursor", d: `M${x.toFixed(1)} 0V${BOX.height}` }));
  }
}
