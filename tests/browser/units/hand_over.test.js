import { nearSeat } from "../../../src/damero/web/static/js/state/hand_over.js";
import { same } from "./expect.js";

/** @param {boolean} hidden */
const game = (
  hidden,
) => /** @type {import("../../../src/damero/web/static/js/wire.js").Game} */ (/** @type {unknown} */ ({
  hidden,
  seats: ["white", "black"],
}));
/** @param {string[]} seats @param {string} status */
const model = (seats, status = "active") => ({
  viewer: { seats, seat: "black" },
  state: /** @type {import("../../../src/damero/web/static/js/wire.js").State} */ (/** @type {unknown} */ ({ status })),
});

Deno.test("a shared board turns to the player to move only while pieces are hidden", () => {
  same(nearSeat(model(["white", "black"]), game(false)), "white");
  same(nearSeat(model(["white", "black"]), game(true)), "black");
  same(nearSeat(model(["white", "black"], "finished"), game(true)), "white");
  same(nearSeat(model(["black"]), game(false)), "black");
});
