import { speedOf, SPEEDS } from "../../../src/damero/web/static/js/state/clock.js";
import { readSettings } from "../../../src/damero/web/static/js/state/settings.js";
import { colourFor, hintShapes, toggleShape } from "../../../src/damero/web/static/js/state/shapes.js";
import { same } from "./expect.js";

const NO_KEYS = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const ARROW = { from: "22", to: "18", colour: /** @type {const} */ ("green") };
const CIRCLE = { from: "22", to: "22", colour: /** @type {const} */ ("red") };
const MINUTE = 60_000;

/** @param {Partial<import("../../../src/damero/web/static/js/wire.js").TimeControl>} more */
const control = (more) => ({ base: 0, increment: 0, delay: 0, cap: null, renewed: false, ...more });

Deno.test("modifier keys choose the colour of an arrow", () => {
  same(colourFor(NO_KEYS), "green");
  same(colourFor({ ...NO_KEYS, shiftKey: true }), "red");
  same(colourFor({ ...NO_KEYS, altKey: true }), "blue");
  same(colourFor({ ...NO_KEYS, ctrlKey: true, metaKey: true }), "yellow");
});

Deno.test("a shape drawn again is removed, and another colour replaces it", () => {
  same(toggleShape([], ARROW), [ARROW]);
  same(toggleShape([CIRCLE, ARROW], ARROW), [CIRCLE]);
  same(toggleShape([ARROW], { ...ARROW, colour: "blue" }), [{ ...ARROW, colour: "blue" }]);
  same(toggleShape([ARROW], CIRCLE), [ARROW, CIRCLE]);
});

Deno.test("the speed of a game counts the increment of forty moves", () => {
  same(speedOf(null), "unlimited");
  same(speedOf(control({ base: MINUTE })), "bullet");
  same(speedOf(control({ base: MINUTE, increment: 3000 })), "blitz");
  same(speedOf(control({ base: 10 * MINUTE, increment: 5000 })), "rapid");
  same(speedOf(control({ base: 30 * MINUTE, increment: 20000 })), "classical");
  same(speedOf(control({ base: 2 * 24 * 60 * MINUTE, renewed: true })), "correspondence");
});

Deno.test("moves are confirmed at the chosen speeds; the single switch of old settings meant all of them", () => {
  same(readSettings(null).confirm, ["correspondence"]);
  same(readSettings('{"confirm":true}').confirm, SPEEDS);
  same(readSettings('{"confirm":false}').confirm, ["correspondence"]);
  same(readSettings('{"confirm":["blitz"]}').confirm, ["blitz"]);
  same(readSettings('{"confirm":["tomorrow"]}').confirm, ["correspondence"]);
  same(readSettings('{"boardSize":900,"volume":-1}').boardSize, 100);
  same(readSettings('{"boardSize":70,"volume":30}').volume, 30);
});

Deno.test("a hint is a circle around a piece, or an arrow for each hop of its move", () => {
  same(hintShapes(["22"]), [{ from: "22", to: "22", colour: "green" }]);
  same(hintShapes(["22", "15", "8"]).map(({ from, to }) => `${from} ${to}`), ["22 15", "15 8"]);
});
