import { ApiError, get, post } from "../../../src/damero/web/static/js/net/api.js";
import { useCatalogue } from "../../../src/damero/web/static/js/i18n/messages.js";
import { same } from "./expect.js";

const TOO_SOON = { status: 429, code: "TOO_MANY_REQUESTS", detail: "Too soon.", retry_after: 1 };

/** Answers requests with these problems and then with `{}`. @param {object[]} problems @param {(asked: () => number) => Promise<void>} run */
async function answering(problems, run) {
  const { fetch } = globalThis;
  let asked = 0;
  globalThis.fetch = () => {
    const problem = problems[asked];
    asked += 1;
    return Promise.resolve(Response.json(problem ?? {}, { status: problem ? 429 : 200 }));
  };
  useCatalogue({ language: "en", locale: "en", quotes: ['"', '"'], languages: [], texts: {} });
  await run(() => asked).finally(() => globalThis.fetch = fetch);
}

Deno.test("what is read too soon after other requests is read again when the server is ready", () =>
  answering([TOO_SOON, TOO_SOON], async (asked) => {
    same(await get("/api/games"), {});
    same(asked(), 3);
  }));

Deno.test("a command that came too soon is refused, and so is what would have to wait too long", () =>
  answering([TOO_SOON, { ...TOO_SOON, retry_after: 60_000 }], async () => {
    for (const refused of [post("/api/matches"), get("/api/games")]) {
      same(await refused.catch((error) => error instanceof ApiError && error.code), "TOO_MANY_REQUESTS");
    }
  }));
