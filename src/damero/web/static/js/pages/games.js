/** The player's own games: in progress and finished. */

import { t } from "../i18n/messages.js";
import { games, get, me } from "../net/api.js";
import { button, el } from "../ui/element.js";
import { importForm } from "../ui/import_form.js";
import { matchItems } from "../ui/match_list.js";

/** @type {import("../router.js").MakePage} */
export async function page() {
  await me();
  const [catalogue, open] = await Promise.all([games(), get("/api/me/matches")]);
  const finished = el("ul", { class: "match-list" });
  const more = button(t("games.older"), () => load());
  /** @type {number | null} */
  let next = null;
  const load = async () => {
    /** @type {import("../wire.js").Summaries} */
    const reply = await get(`/api/me/history?limit=20${next === null ? "" : `&before=${next}`}`);
    finished.append(...matchItems(reply.matches, catalogue));
    next = reply.next;
    more.hidden = next === null;
    if (finished.children.length === 0) finished.append(el("li", { class: "empty" }, t("games.noneFinished")));
  };
  await load();
  const items = matchItems(open.matches, catalogue);
  return {
    title: t("games.title"),
    node: el(
      "div",
      {},
      el("header", { class: "page-head" }, el("h1", {}, t("games.title"))),
      el("h2", {}, t("games.inProgress")),
      el(
        "ul",
        { class: "match-list" },
        items.length > 0 ? items : el("li", { class: "empty" }, t("games.noneInProgress")),
      ),
      el("h2", {}, t("games.finished")),
      finished,
      more,
      importForm(),
    ),
  };
}
