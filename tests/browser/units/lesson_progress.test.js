import { readProgress } from "../../../src/damero/web/static/js/state/lesson_progress.js";
import { same } from "./expect.js";

Deno.test("progress is read as it was stored", () => {
  same(readProgress('{"drafti":["man_moves"]}'), { drafti: ["man_moves"] });
});

Deno.test("what is no progress is left out", () => {
  same(readProgress(null), {});
  same(readProgress("no JSON"), {});
  same(readProgress("null"), {});
  same(readProgress('{"drafti":7,"banqi":["flip"],"pool":[1]}'), { banqi: ["flip"] });
});
