/** Games that are being played now. */

import { say } from "../i18n/messages.js";
import { games, get } from "../net/api.js";
import { el } from "../ui/element.js";
import { matchRow } from "../ui/match_list.js";

const AGAIN = 5000;

/** @type {import("../router.js").MakePage} */
export async function page() {
  const catalogue = await games();
  const list = el("ul", { class: "rows" });
  const load = async () => {
    const { matches } = await get("/api/live");
    list.replaceChildren(
      ...(matches.length > 0
        ? matches.map((/** @type {import("../wire.js").Summary} */ match) =>
          matchRow(match, catalogue, { action: say("watch.one") })
        )
        : [el("li", { class: "empty" }, say("watch.empty"))]),
    );
  };
  await load();
  const timer = setInterval(() => load().catch(() => {}), AGAIN);
  return {
    title: say("watch.title"),
    node: el(
      "div",
      {},
      el("header", { class: "page-head" }, el("h1", {}, say("watch.title")), el("p", {}, say("watch.line"))),
      list,
    ),
    leave: () => clearInterval(timer),
  };
}
