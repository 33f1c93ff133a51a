/** What can be done in a match besides moving. Only what is possible now is there; what ends the game asks first. */

import { say } from "../i18n/messages.js";
import { go } from "../router.js";
import { change, settings } from "../state/settings_store.js";
import { asked } from "./dialog.js";
import { el, link, part } from "./element.js";
import { icon } from "./icons.js";

/** @typedef {import("../state/match.js").MatchModel} MatchModel */
/** @typedef {{ send: (type: string, more?: Record<string, unknown>) => void, turn: () => void }} Doing */

/**
 * @param {string} key
 * @param {Parameters<typeof icon>[0]} symbol
 * @param {() => void} onclick
 * @param {string} [className]
 */
const action = (key, symbol, onclick, className = "") =>
  el("button", { type: "button", class: className, onclick }, icon(symbol), el("span", {}, say(`match.${key}`)));

/** @param {string} key @param {string} type @param {Doing} doing */
async function surely(key, type, doing) {
  if (await asked(say(`match.${key}.ask`), say(`match.${key}`))) doing.send(type);
}

/** @param {string} game @param {boolean} over */
async function newGame(game, over) {
  if (over || (await asked(say("match.new.ask"), say("match.new")))) go(`/play/${game}`);
}

/** @param {{ can: string[], over: boolean, sound: boolean, game: string, id: string }} shown @param {Doing} doing */
const buttons = ({ can, over, sound, game, id }, doing) => [
  can.includes("offer_takeback") && action("offerTakeback", "undo", () => doing.send("offer", { kind: "takeback" })),
  can.includes("offer_draw") && action("offerDraw", "half", () => doing.send("offer", { kind: "draw" })),
  can.includes("abort") && action("abort", "close", () => surely("abort", "abort", doing)),
  can.includes("resign") && action("resign", "flag", () => surely("resign", "resign", doing), "danger"),
  can.includes("offer_rematch") &&
  action("offerRematch", "again", () => doing.send("offer", { kind: "rematch" }), "primary"),
  over && link(`/replay/${id}`, [icon("play"), el("span", {}, say("match.replay"))], { class: "button" }),
  action("flip", "turn", doing.turn),
  el(
    "button",
    { type: "button", "aria-pressed": sound ? "true" : "false", onclick: () => change({ sound: !settings().sound }) },
    icon(sound ? "sound" : "silent"),
    el("span", {}, say("match.sound")),
  ),
  action("new", "plus", () => newGame(game, over)),
];

/** @param {Doing} doing */
export function controls(doing) {
  const element = el("div", { class: "controls" });
  const draw = part(element, (/** @type {Parameters<typeof buttons>[0]} */ shown) => buttons(shown, doing));
  return {
    element,
    show: (/** @type {MatchModel} */ model) =>
      draw({
        can: model.state?.can ?? [],
        over: model.state?.status === "finished" || model.state?.status === "aborted",
        sound: settings().sound,
        game: model.match?.game ?? "",
        id: model.match?.id ?? "",
      }),
  };
}
