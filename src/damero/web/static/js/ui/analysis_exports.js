/** Downloads of an analysis that the server makes: PDN, a picture of the position, a moving picture of the line. */

import { t } from "../i18n/messages.js";
import { ApiError, patiently } from "../net/api.js";
import { mainPath, writeTree } from "../state/game_tree.js";
import { isNumbered } from "../state/notation.js";
import { el, link } from "./element.js";
import { errorText } from "./error_text.js";

/** @typedef {import("./analysis_session.js").AnalysisSession} AnalysisSession */

/** @param {string} path @param {unknown} body @returns {Promise<Blob>} */
async function made(path, body) {
  const answer = await fetch(`/api/analysis/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new ApiError({ status: answer.status, ...await answer.json().catch(() => ({})) });
  return await answer.blob();
}

/** @param {string} name @param {Blob} content */
export function download(name, content) {
  const address = URL.createObjectURL(content);
  link(address, name, { download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The exports by their file endings, with what the server is asked for. @param {AnalysisSession} session @param {() => boolean} flipped */
function exportsOf(session, flipped) {
  const { positions, game } = session;
  const line = () => ({ ...positions.line(session.state.path), flip: flipped() });
  const whole = () => ({ ...positions.line(mainPath(session.state.tree, session.state.path)), flip: flipped() });
  const picture = (/** @type {string} */ format) => () => made("pictures", { ...line(), format });
  const film = (/** @type {string} */ format) => () => made("films", { ...whole(), format });
  return [
    ...(isNumbered(game) ? [{ end: "pdn", make: () => made("pdn", { tree: writeTree(session.state.tree) }) }] : []),
    { end: "svg", make: picture("svg") },
    { end: "png", make: picture("png") },
    { end: "gif", make: film("gif") },
    { end: "webp", make: film("webp") },
  ];
}

/** @param {AnalysisSession} session @param {() => boolean} flipped */
export function exportButtons(session, flipped) {
  const told = el("p", { class: "muted small", role: "status" });
  const run = async (
    /** @type {HTMLButtonElement} */ pressed,
    /** @type {string} */ end,
    /** @type {() => Promise<Blob>} */ make,
  ) => {
    pressed.disabled = true;
    told.textContent = t("analysis.export.making");
    try {
      download(`${session.game.id}.${end}`, await patiently(make));
      told.textContent = "";
    } catch (error) {
      told.textContent = errorText(error);
    }
    pressed.disabled = false;
  };
  const buttons = exportsOf(session, flipped).map(({ end, make }) => {
    const pressed = /** @type {HTMLButtonElement} */ (el("button", {
      type: "button",
      onclick: () => run(pressed, end, make),
      "aria-label": t(`analysis.export.${end}`),
      title: t(`analysis.export.${end}`),
    }, end.toUpperCase()));
    return pressed;
  });
  return el("div", { class: "exports" }, el("div", { class: "row" }, buttons), told);
}
