import { sha256 } from "../../../src/damero/web/static/js/net/sha256.js";
import { same } from "./expect.js";

Deno.test("the digest is that of the platform for messages of every length around a block", async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const message = new Uint8Array(length).map((_, index) => index * 7);
    const expected = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
    same([...sha256(message)], [...expected]);
  }
});
