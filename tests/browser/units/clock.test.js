import { formatControl, formatTime, isLow, PRESETS, remaining } from "../../../src/damero/web/static/js/state/clock.js";
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
});

Deno.test("a time that runs out is short only for the seat whose clock runs", () => {
  holds(isLow(clock, "white", 60_000));
  holds(!isLow(clock, "black", 60_000));
});

Deno.test("every preset has a name of its own", () => {
  same(PRESETS.map(formatControl), ["∞", "3+2", "5+3", "10+5", "30+20", "2 d"]);
});
