/** The keys of the analysis board. */

/** @typedef {import("../state/analysis.js").AnalysisAction} AnalysisAction */

/** @type {Record<string, AnalysisAction>} */
const STEPS = {
  ArrowLeft: { type: "back" },
  ArrowRight: { type: "forward" },
  ArrowUp: { type: "sibling", count: -1 },
  ArrowDown: { type: "sibling", count: 1 },
  Home: { type: "start" },
  End: { type: "end" },
};

/** @param {EventTarget | null} target @param {string} selector */
const isWithin = (target, selector) => target instanceof Element && target.closest(selector) !== null;

/**
 * @param {{ step: (action: AnalysisAction) => void, flip: () => void, engine: () => void }} actions
 * @returns {() => void} stops listening
 */
export function listenForAnalysisKeys({ step, flip, engine }) {
  /** @type {Record<string, () => void>} */
  const letters = { f: flip, e: engine };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isWithin(event.target, "input, select, textarea, dialog")) {
      return;
    }
    const action = STEPS[event.key];
    if (action && !isWithin(event.target, ".board-grid")) {
      event.preventDefault();
      step(action);
    } else {
      letters[event.key.toLowerCase()]?.();
    }
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}
