import { hopTime, lastingOf, pauseTime } from "../../../src/damero/web/static/js/state/pace.js";
import { holds, same } from "./expect.js";

/** @param {number} minutes */
const clock = (minutes) => ({ base: minutes * 60_000, increment: 0, delay: 0, cap: null, renewed: false });
const STANDS_STILL = 600;

Deno.test("without a clock an engine's move comes after a pause, whatever it takes", () => {
  const pace = { step: 250, control: null };
  same(pauseTime(pace, 1, 0, 0), 450);
  same(pauseTime(pace, 1, 300, 300), 150);
  same(pauseTime(pace, 1, 900, 900), 0);
  same(hopTime(pace, 5), 250);
  same(pauseTime({ step: 0, control: null }, 1, 0, 0), 0);
});

Deno.test("with a clock the pause and all hops are over when the player's time begins to run", () => {
  for (const minutes of [1, 5, 30]) {
    for (const step of [60, 250, 400]) {
      for (const hops of [0, 1, 2, 3, 7]) {
        for (const late of [0, 100, 250]) {
          const pace = { step, control: clock(minutes) };
          const time = hopTime(pace, hops);
          const moving = Math.max(0, hops - 1) * lastingOf(time, false) + lastingOf(time, true);
          const pause = pauseTime(pace, hops, 0, late);
          holds(pause >= 0 && moving <= STANDS_STILL + 1e-6);
          holds(pause === 0 || late + pause + moving <= STANDS_STILL + 1e-6);
        }
      }
    }
  }
});

Deno.test("fast games have short pauses", () => {
  const pauses = [1, 5, 30].map((minutes) => pauseTime({ step: 100, control: clock(minutes) }, 1, 0, 0));
  same(pauses, [150, 300, 450]);
});
