/** The buttons of a match. Each has its own place and keeps it: what is not possible now is disabled. */

import { t } from "../i18n/messages.js";
import { navigate } from "../router.js";
import { changeSettings, settings } from "../state/settings_store.js";
import { confirmDialog } from "./dialog.js";
import { el, renderOnChange } from "./element.js";
import { icon } from "./icons.js";
import { toggleZen } from "./match_keys.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {import("../wire.js").OfferKind} OfferKind */
/**
 * @typedef {{ send: (command: import("../net/outbox.js").Command) => void, offer: (kind: OfferKind) => void,
 *   flip: () => void, hint: () => void }} ControlActions
 */
/** @typedef {{ can: string[], player: boolean, shared: boolean, engine: boolean, over: boolean, sound: boolean, game: string }} Shown */

/**
 * @param {string} key
 * @param {Parameters<typeof icon>[0]} symbol
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [properties]
 */
const iconButton = (key, symbol, onclick, properties = {}) =>
  el("button", { type: "button", onclick, ...properties }, icon(symbol), el("span", {}, t(`match.${key}`)));

/** @param {"abort" | "resign"} type @param {ControlActions} actions */
async function confirmAndSend(type, actions) {
  if (await confirmDialog(t(`match.${type}.ask`), t(`match.${type}`), { danger: true })) actions.send({ type });
}

/** @param {boolean} shared @param {ControlActions} actions */
async function offerDraw(shared, actions) {
  if (!shared || (await confirmDialog(t("offer.draw.both"), t("match.yes")))) actions.offer("draw");
}

/** @param {string} game */
async function newGame(game) {
  if (await confirmDialog(t("match.new.ask"), t("match.new"))) navigate(`/play/${game}`);
}

const soundButton = (/** @type {boolean} */ sound) =>
  iconButton("sound", sound ? "sound" : "silent", () => changeSettings({ sound: !settings().sound }), {
    "aria-pressed": String(sound),
  });

/** @param {Shown} shown @param {ControlActions} actions */
function buttons({ can, player, shared, engine, over, sound, game }, actions) {
  const unless = (/** @type {string} */ action) => ({ disabled: !can.includes(action) });
  const danger = (/** @type {string} */ action) => ({ class: "danger", ...unless(action) });
  return [
    player && iconButton("offerTakeback", "undo", () => actions.offer("takeback"), unless("offer_takeback")),
    engine && iconButton("hint", "hint", actions.hint, unless("hint")),
    player && iconButton("offerDraw", "half", () => offerDraw(shared, actions), unless("offer_draw")),
    player && iconButton("abort", "close", () => confirmAndSend("abort", actions), danger("abort")),
    player && iconButton("resign", "flag", () => confirmAndSend("resign", actions), danger("resign")),
    iconButton("flip", "flip", actions.flip),
    soundButton(sound),
    iconButton("zen", "focus", toggleZen),
    iconButton("new", "plus", () => (over ? navigate(`/play/${game}`) : newGame(game))),
  ];
}

/** At a shared device the latest move can be taken back, whoever made it, unless it revealed something. @param {MatchModel} model @returns {string[]} */
function possible({ state, viewer, record }) {
  const latest = viewer.seats.length > 1 && state?.status === "active" && record.at(-1);
  return [...(state?.can ?? []), ...(latest && !latest.revealed.length ? ["offer_takeback"] : [])];
}

/** @param {ControlActions} actions */
export function controls(actions) {
  const element = el("div", { class: "controls" });
  const render = renderOnChange(element, (/** @type {Shown} */ shown) => buttons(shown, actions));
  return {
    element,
    show: (/** @type {MatchModel} */ model) =>
      render({
        can: possible(model),
        player: model.viewer.seats.length > 0 || Boolean(model.state?.can.includes("abort")),
        shared: model.viewer.seats.length > 1,
        engine: model.viewer.seats.length === 1 &&
          Boolean(model.state?.seats.some(({ player }) => player?.kind === "engine")),
        over: model.state?.status === "finished" || model.state?.status === "aborted",
        sound: settings().sound,
        game: model.match?.game ?? "",
      }),
  };
}
