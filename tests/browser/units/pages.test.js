import { tableFor, TABLES } from "../../../src/damero/web/static/js/art/piece_groups.js";
import { chosenLanguage, say } from "../../../src/damero/web/static/js/i18n/messages.js";
import {
  answered,
  backOff,
  NOTHING,
  overdue,
  put,
  RETRY_AFTER,
  sentAgain,
} from "../../../src/damero/web/static/js/net/outbox.js";
import { readSettings } from "../../../src/damero/web/static/js/state/settings.js";
import { stepped } from "../../../src/damero/web/static/js/state/playback.js";
import { blocks } from "../../../src/damero/web/static/js/ui/markdown.js";
import { exampleLines } from "../../../src/damero/web/static/js/ui/diagram.js";
import { turns } from "../../../src/damero/web/static/js/ui/move_list.js";
import { holds, same } from "./expect.js";

Deno.test("every kind of every table is drawn in every one of its sets", async () => {
  for (const table of TABLES) {
    const { SETS } = await table.load();
    same(SETS.map((set) => set.id), table.sets);
    holds(SETS.length >= 2, `${table.id} has fewer than two sets`);
    for (const set of SETS) {
      for (const kind of table.kinds) holds(set.symbols[kind]?.length > 100, `${set.id} lacks ${kind}`);
    }
  }
});

Deno.test("pieces that look different are drawn differently", async () => {
  for (const table of TABLES) {
    for (const { symbols } of (await table.load()).SETS) {
      same(new Set(Object.values(symbols)).size, Object.keys(symbols).length);
    }
  }
});

Deno.test("a table serves a game only if it knows all its kinds", () => {
  same(tableFor([{ id: "black-king" }, { id: "white-man" }])?.id, "discs");
  same(tableFor([{ id: "black-king" }, { id: "face-down" }])?.id, "court");
  same(tableFor([{ id: "dragon" }]), undefined);
});

Deno.test("a command is sent again with its own id until it is answered", () => {
  const one = { type: "play", command_id: "c1" };
  const box = put(put(NOTHING, one, 0), one, 5);
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
  const playing = stepped(start, { type: "play" });
  const end = stepped(stepped(playing, { type: "tick" }), { type: "tick" });
  same(end, { ply: 2, total: 2, playing: false });
  same(stepped(end, { type: "by", count: 5 }).ply, 2);
  same(stepped(start, { type: "to", ply: -3 }).ply, 0);
  same(stepped(end, { type: "play" }).ply, 0);
});

Deno.test("texts are filled in, counted and fall back to English", () => {
  same(say("board.pieceOn", { piece: "White king", square: "14" }), "White king on 14");
  same(say("said.taken", { count: 1 }), "1 piece taken");
  same(say("said.taken", { count: 3 }), "3 pieces taken");
  same(chosenLanguage(["xx-YY", "en-GB"]), "en");
  same(chosenLanguage([]), "en");
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
  const record = ["first", "first", "second"].map((seat) => ({ seat, text: "", squares: [], at: 0 }));
  same(turns(record, ["first", "second"]), [{ number: 1, plies: [0, null] }, { number: 2, plies: [1, 2] }]);
});
