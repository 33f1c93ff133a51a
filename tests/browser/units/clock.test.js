import {
  customControl,
  customParts,
  formatControl,
  formatTime,
  isLow,
  PRESETS,
  remaining,
} from "../../../src/damero/web/static/js/state/clock.js";
import { holds, same } from "./expect.js";

const clock = {
  at: 0,
  running: "white",
  remaining: { white: 65_000, black: 5_000 },
  delay_left: 2_000,
  deadline: null,
  lag_credits: { white: 0, black: 1_240 },
};

Deno.test("only the running clock counts down, and only after its delay", () => {
  same(remaining(clock, "white", 1_500), 65_000);
  same(remaining(clock, "white", 3_000), 64_000);
  same(remaining(clock, "black", 60_000), 5_000);
});

Deno.test("a clock never shows less than nothing", () => {
  same(remaining(clock, "white", 900_000), 0);
});

Deno.test("time is shown as players read it", () => {
  same(formatTime(65_000), "1:05");
  same(formatTime(9_940), "0:09.9");
  same(formatTime(0), "0:00.0");
  same(formatTime(3_600_000), "1:00:00");
  same(formatTime(3 * 86_400_000), "3 d");
  same(formatTime(3 * 86_400_000 - 1000), "3 d");
  same(formatTime(2 * 86_400_000 + 5 * 3_600_000 - 1), "2 d 5 h");
});

Deno.test("a time that runs out is short only for the seat whose clock runs", () => {
  holds(isLow(clock, "white", 60_000));
  holds(!isLow(clock, "black", 60_000));
});

Deno.test("every preset has a name of its own", () => {
  same(PRESETS.map(formatControl), ["∞", "3+2", "5+3", "10+5", "30+20", "2 d"]);
});

Deno.test("a clock of one's own comes back in the parts it was made of", () => {
  for (
    const parts of [
      { minutes: 7, increment: 4, delay: 0, days: 0 },
      { minutes: 0.5, increment: 0, delay: 3, days: 0 },
      { minutes: 10, increment: 2, delay: 5, days: 0 },
    ]
  ) same(customParts(customControl(parts)), parts);
  same(customParts(customControl({ minutes: 7, increment: 4, delay: 2, days: 3 })).days, 3);
});

Deno.test("a number that is missing or out of range becomes the nearest possible one", () => {
  const none = { minutes: Number.NaN, increment: Number.NaN, delay: -4, days: Number.NaN };
  same(customParts(customControl(none)), { minutes: 0.5, increment: 0, delay: 0, days: 0 });
  same(customParts(customControl({ minutes: 9e9, increment: 9e9, delay: 9e9, days: 0 })), {
    minutes: 600,
    increment: 600,
    delay: 600,
    days: 0,
  });
  same(customParts(customControl({ minutes: 5, increment: 0, delay: 0, days: 400 })).days, 30);
});

Deno.test("increment and delay are told apart in the short form", () => {
  same(formatControl(customControl({ minutes: 5, increment: 0, delay: 3, days: 0 })), "5+0 d3");
  same(formatControl(customControl({ minutes: 5, increment: 2, delay: 3, days: 0 })), "5+2 d3");
});
