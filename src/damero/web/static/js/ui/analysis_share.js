/** The link to an analysis, which holds the whole tree, and its downloads. */

import { t } from "../i18n/messages.js";
import { packTree } from "../net/tree_link.js";
import { writePlace, writeTree } from "../state/game_tree.js";
import { download, exportButtons } from "./analysis_exports.js";
import { announce } from "./announce.js";
import { copyBeside } from "./copy.js";
import { button, el } from "./element.js";

/** @typedef {import("./analysis_session.js").AnalysisSession} AnalysisSession */

/** Characters. Longer addresses are cut off by some programs. */
const LONGEST_LINK = 30_000;
/** Milliseconds without a change before the address of the page follows. */
const PAUSE = 400;

/** The part of the address after the #. @param {AnalysisSession} session @returns {Promise<string>} */
async function fragment({ state, positions }) {
  const at = writePlace(state.tree, state.path);
  if (!positions.free) return `#at=${at}`;
  return `#tree=${await packTree(writeTree(state.tree))}&at=${at}`;
}

/** Keeps the address of the page on the tree, so that reloading and going back lose nothing. @param {AnalysisSession} session */
export function followAddress(session) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let closed = false;
  session.onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const hash = await fragment(session);
      if (!closed && hash.length <= LONGEST_LINK) history.replaceState(null, "", hash);
    }, PAUSE);
  });
  return () => {
    closed = true;
    clearTimeout(timer);
  };
}

/** @param {AnalysisSession} session @param {() => boolean} flipped whether the board is turned */
export function sharePanel(session, flipped) {
  const told = el("p", { class: "muted small" });
  const copy = async () => {
    const hash = await fragment(session);
    const path = session.positions.free ? `/analysis/${session.game.id}` : location.pathname;
    const fits = hash.length <= LONGEST_LINK;
    const copied = fits && await copyBeside(`${location.origin}${path}${hash}`, told, t("analysis.link"));
    told.textContent = fits && !copied ? "" : t(fits ? "analysis.copied" : "analysis.linkTooLong");
    announce(told.textContent);
  };
  const tree = () => new Blob([writeTree(session.state.tree)], { type: "application/json" });
  const saveTree = () => download(`${session.game.id}.json`, tree());
  return el(
    "details",
    { class: "analysis-panel share", open: true },
    el("summary", {}, t("analysis.share")),
    el(
      "div",
      { class: "row" },
      button(t("analysis.link"), copy, { class: "primary" }),
      session.positions.free && button(t("analysis.tree"), saveTree),
    ),
    session.positions.free && exportButtons(session, flipped),
    told,
  );
}
