import { groupFor } from "../../../src/damero/web/static/js/art/piece_groups.js";
import { t, tOr, useCatalogue } from "../../../src/damero/web/static/js/i18n/messages.js";
import { matchStatus } from "../../../src/damero/web/static/js/ui/match_status.js";
import {
  add,
  answered,
  backOff,
  EMPTY,
  overdue,
  RETRY_AFTER,
  sentAgain,
} from "../../../src/damero/web/static/js/net/outbox.js";
import { readSettings } from "../../../src/damero/web/static/js/state/settings.js";
import { reducePlayback } from "../../../src/damero/web/static/js/state/playback.js";
import { blocks } from "../../../src/damero/web/static/js/ui/markdown.js";
import { exampleLines } from "../../../src/damero/web/static/js/ui/diagram.js";
import { turns } from "../../../src/damero/web/static/js/ui/move_list.js";
import english from "../../../src/damero/texts/en.json" with { type: "json" };
import { holds, same } from "./expect.js";

Deno.test("a group serves a game only if it has all its kinds", () => {
  same(groupFor([{ id: "black-king" }, { id: "white-man" }])?.id, "discs");
  same(groupFor([{ id: "black-king" }, { id: "face-down" }])?.id, "xiangqi");
  same(groupFor([{ id: "dragon" }]), undefined);
});

Deno.test("a command is sent again with its own id until it is answered", () => {
  const one = { type: /** @type {const} */ ("play"), command_id: "c1" };
  const box = add(add(EMPTY, one, 0), one, 5);
  same(box.length, 1);
  same(overdue(box, RETRY_AFTER - 1), []);
  same(overdue(box, RETRY_AFTER), [one]);
  same(overdue(sentAgain(box, [one], RETRY_AFTER), RETRY_AFTER + 1), []);
  same(answered(box, "c1"), []);
  same(answered(box, null), box);
});

Deno.test("waiting between tries grows and has an end", () => {
  const waits = Array.from({ length: 12 }, (_, tries) => backOff(tries, 1));
  holds(waits.every((wait, index) => index === 0 || wait >= waits[index - 1]));
  same(Math.max(...waits), 5000);
});

Deno.test("settings survive whatever was stored", () => {
  same(readSettings(null).theme, "system");
  same(readSettings("{nonsense").board, "walnut");
  same(readSettings('{"theme":"purple","sound":false,"other":1}').theme, "system");
  same(readSettings('{"theme":"purple","sound":false}').sound, false);
  same(readSettings("[1]").animation, 220);
});

Deno.test("replay steps stay within the game, and autoplay stops at its end", () => {
  const start = { ply: 0, total: 2, playing: false };
  const playing = reducePlayback(start, { type: "play" });
  const end = reducePlayback(reducePlayback(playing, { type: "tick" }), { type: "tick" });
  same(end, { ply: 2, total: 2, playing: false });
  same(reducePlayback(end, { type: "step", count: 5 }).ply, 2);
  same(reducePlayback(start, { type: "goTo", ply: -3 }).ply, 0);
  same(reducePlayback(end, { type: "play" }).ply, 0);
});

Deno.test("texts are filled in and counted, and what has none stands for itself", () => {
  useCatalogue({ ...english, languages: [] });
  same(t("board.pieceOn", { piece: "White king", square: "14" }), "White king on 14");
  same(t("announce.captured", { count: 1 }), "1 piece captured");
  same(t("announce.captured", { count: 3 }), "3 pieces captured");
  same(t("no.such.key"), "no.such.key");
  same(tOr("seat.green", "green"), "green");
});

Deno.test("rules are read block by block", () => {
  const source =
    "# Title\n\nSome *text*\nand more.\n\n- one\n  goes on\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```position LAKE\ngame: x\n```\n";
  same(blocks(source), [
    { kind: "heading", depth: 1, text: "Title" },
    { kind: "paragraph", text: "Some *text* and more." },
    { kind: "list", ordered: false, items: ["one goes on", "two"] },
    { kind: "table", rows: [["a", "b"], ["1", "2"]] },
    { kind: "code", language: "position", text: "game: x" },
  ]);
});

Deno.test("an example's indented lines go on with the value above", () => {
  same(exampleLines("game: stratego\nposition: AAA\n  BBB\nplay: e4-e5"), [
    { word: "game", value: "stratego" },
    { word: "position", value: "AAABBB" },
    { word: "play", value: "e4-e5" },
  ]);
});

Deno.test("moves stand in rows of one turn, also when a seat moves twice", () => {
  const record = ["first", "first", "second"].map((seat) => ({
    seat,
    text: "",
    squares: [],
    at: 0,
    taken: [],
    revealed: [],
    fight: null,
  }));
  same(turns(record, ["first", "second"]), [{ number: 1, plies: [0, null] }, { number: 2, plies: [1, 2] }]);
});

Deno.test("the turn is told by the colour that a seat has got", () => {
  const texts = { "match.turnOf": "{seat} to move", "seat.first": "First", "seat.red": "Red" };
  useCatalogue({ language: "en", locale: "en", quotes: ["'", "'"], languages: [], texts });
  const told = (/** @type {string | null} */ colour) => {
    const state = { status: "active", outcome: null, seats: [{ seat: "first", colour }], view: { to_move: "first" } };
    const model = { state, connection: "open", viewer: { seats: [] }, presence: { thinking: false }, sent: null };
    return matchStatus(
      /** @type {import("../../../src/damero/web/static/js/state/match.js").MatchModel} */ (
        /** @type {unknown} */ (model)
      ),
    ).text;
  };
  same([told(null), told("red")], ["First to move", "Red to move"]);
});
