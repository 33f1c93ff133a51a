/** The games that wait for an opponent, updated live. */

import { t } from "../i18n/messages.js";
import { games } from "../net/api.js";
import { formatControl, PRESETS } from "../state/clock.js";
import { selectField } from "../ui/fields.js";
import { button, el, link } from "../ui/element.js";
import { controlName } from "../ui/names.js";
import { openMatch, seekList } from "../ui/seek_list.js";
import { seek } from "./play.js";

/** Seeks shown at most. */
const MOST = 100;

/** @type {import("../router.js").MakePage} */
export async function page() {
  const catalogue = await games();
  const problem = el("p", { class: "note warn", role: "alert", hidden: true });
  const live = el("p", { class: "muted" });
  let clock = formatControl(null);
  const openGame = (/** @type {string} */ game) => {
    const control = PRESETS.find((preset) => formatControl(preset) === clock) ?? null;
    return openMatch(seek(game, control).then((snapshot) => snapshot.match.id), problem);
  };
  const seeks = seekList(catalogue, {
    most: MOST,
    problem,
    empty: t("lobby.empty"),
    changed: (_, count) => live.replaceChildren(t("lobby.live", { count }), " · ", link("/watch", t("lobby.watch"))),
  });
  return {
    title: t("lobby.title"),
    node: el(
      "div",
      { class: "lobby" },
      el("header", { class: "page-head" }, el("h1", {}, t("lobby.title")), el("p", {}, t("lobby.line"))),
      problem,
      seeks.element,
      el(
        "section",
        { class: "open-game" },
        el("h2", {}, t("lobby.open")),
        el("p", { class: "muted" }, t("play.anyone.line")),
        selectField(
          t("play.clock"),
          PRESETS.map((preset) => ({ value: formatControl(preset), text: controlName(preset) })),
          clock,
          (value) => {
            clock = value;
          },
        ),
        el("p", { class: "game-buttons" }, catalogue.map((game) => button(game.title, () => openGame(game.id)))),
      ),
      live,
    ),
    destroy: seeks.stop,
  };
}
