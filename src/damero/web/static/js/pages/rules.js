/** The rules of a game, with its examples as boards. */

import { t } from "../i18n/messages.js";
import { game as gameOf, games, get } from "../net/api.js";
import { navigate } from "../router.js";
import { selectField } from "../ui/fields.js";
import { diagram } from "../ui/diagram.js";
import { el, link } from "../ui/element.js";
import { familiarGame } from "../ui/familiar_game.js";
import { blocks, renderBlock } from "../ui/markdown.js";

/** @type {import("../router.js").MakePage} */
export async function page({ parts }) {
  const catalogue = await games();
  const game = parts[0] ? await gameOf(parts[0]) : familiarGame(catalogue);
  const { markdown, language } = await get(`/api/games/${game.id}/rules`);
  const body = blocks(markdown).map((block) =>
    block.kind === "code" && block.language === "position" ? diagram(block.text) : renderBlock(block)
  );
  const options = catalogue.map(({ id, title }) => ({ value: id, text: title }));
  return {
    title: t("rules.title", { game: game.title }),
    node: el(
      "div",
      { class: "rules" },
      el(
        "div",
        { class: "row rules-head" },
        selectField(t("rules.choose"), options, game.id, (id) => navigate(`/rules/${id}`)),
        link(`/learn/${game.id}`, t("learn.start"), { class: "button primary" }),
        link(`/play/${game.id}`, t("rules.play", { game: game.title }), { class: "button" }),
      ),
      el("article", { lang: language }, body),
    ),
  };
}
