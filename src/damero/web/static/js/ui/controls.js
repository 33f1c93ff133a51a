/** The buttons of a match. Only what is possible now is shown; what ends the game asks for confirmation. */

import { t } from "../i18n/messages.js";
import { navigate } from "../router.js";
import { changeSettings, settings } from "../state/settings_store.js";
import { confirmDialog } from "./dialog.js";
import { el, link, renderOnChange } from "./element.js";
import { icon } from "./icons.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {{ send: (command: import("../net/outbox.js").Command) => void, flip: () => void }} ControlActions */

/**
 * @param {string} key
 * @param {Parameters<typeof icon>[0]} symbol
 * @param {() => void} onclick
 * @param {string} [className]
 */
const iconButton = (key, symbol, onclick, className = "") =>
  el("button", { type: "button", class: className, onclick }, icon(symbol), el("span", {}, t(`match.${key}`)));

/** @param {"abort" | "resign"} type @param {ControlActions} actions */
async function confirmAndSend(type, actions) {
  if (await confirmDialog(t(`match.${type}.ask`), t(`match.${type}`))) actions.send({ type });
}

/** @param {string} game @param {boolean} over */
async function newGame(game, over) {
  if (over || (await confirmDialog(t("match.new.ask"), t("match.new")))) navigate(`/play/${game}`);
}

const soundButton = (/** @type {boolean} */ sound) =>
  el(
    "button",
    { type: "button", "aria-pressed": String(sound), onclick: () => changeSettings({ sound: !settings().sound }) },
    icon(sound ? "sound" : "silent"),
    el("span", {}, t("match.sound")),
  );

/** @param {{ can: string[], over: boolean, sound: boolean, game: string, id: string }} shown @param {ControlActions} actions */
function buttons({ can, over, sound, game, id }, actions) {
  const offer = (/** @type {import("../wire.js").OfferKind} */ kind) => () => actions.send({ type: "offer", kind });
  return [
    can.includes("offer_takeback") && iconButton("offerTakeback", "undo", offer("takeback")),
    can.includes("offer_draw") && iconButton("offerDraw", "half", offer("draw")),
    can.includes("abort") && iconButton("abort", "close", () => confirmAndSend("abort", actions)),
    can.includes("resign") && iconButton("resign", "flag", () => confirmAndSend("resign", actions), "danger"),
    can.includes("offer_rematch") && iconButton("offerRematch", "again", offer("rematch"), "primary"),
    over && link(`/replay/${id}`, [icon("play"), el("span", {}, t("match.replay"))], { class: "button" }),
    iconButton("flip", "flip", actions.flip),
    soundButton(sound),
    iconButton("new", "plus", () => newGame(game, over)),
  ];
}

/** @param {ControlActions} actions */
export function controls(actions) {
  const element = el("div", { class: "controls" });
  const render = renderOnChange(
    element,
    (/** @type {Parameters<typeof buttons>[0]} */ shown) => buttons(shown, actions),
  );
  return {
    element,
    show: (/** @type {MatchModel} */ model) =>
      render({
        can: model.state?.can ?? [],
        over: model.state?.status === "finished" || model.state?.status === "aborted",
        sound: settings().sound,
        game: model.match?.game ?? "",
        id: model.match?.id ?? "",
      }),
  };
}
