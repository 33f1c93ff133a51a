/** The games in progress that anyone can watch. */

import { t } from "../i18n/messages.js";
import { games, get } from "../net/api.js";
import { el, link, renderOnChange } from "../ui/element.js";
import { matchItems } from "../ui/match_list.js";

/** Milliseconds between updates of the list. */
const REFRESH = 5000;

/** @type {import("../router.js").MakePage} */
export async function page() {
  const catalogue = await games();
  const list = el("ul", { class: "match-list" });
  const render = renderOnChange(
    list,
    (/** @type {import("../wire.js").Summary[]} */ matches) =>
      matches.length > 0
        ? matchItems(matches, catalogue, t("watch.one"))
        : el("li", { class: "empty" }, t("watch.empty"), link("/lobby", t("lobby.open"), { class: "button" })),
  );
  const load = async () => render((await get("/api/live")).matches);
  await load();
  const timer = setInterval(() => load().catch(() => {}), REFRESH);
  return {
    title: t("watch.title"),
    node: el(
      "div",
      {},
      el("header", { class: "page-head" }, el("h1", {}, t("watch.title")), el("p", {}, t("watch.line"))),
      list,
    ),
    destroy: () => clearInterval(timer),
  };
}
