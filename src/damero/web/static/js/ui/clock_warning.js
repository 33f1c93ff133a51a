/** Warns the player once, by a sound and in words, when little time is left on the own clock. */

import { t } from "../i18n/messages.js";
import { isLow, LOW_TIME, remaining } from "../state/clock.js";
import { announce } from "./announce.js";
import { playSound } from "./sound.js";

/** @returns {(model: import("../state/match.js").MatchModel, now: number) => void} */
export function clockWarning() {
  let warned = false;
  return ({ state, viewer, receivedAt }, now) => {
    const [clock, elapsed] = [state?.clock, now - receivedAt];
    const own = viewer.seats.find((seat) => seat === clock?.running);
    if (!clock || !own || state?.status !== "active") return;
    if (remaining(clock, own, elapsed) > 2 * LOW_TIME) warned = false;
    if (warned || !isLow(clock, own, elapsed)) return;
    warned = true;
    playSound("clockLow");
    announce(t("announce.clockLow", { count: Math.ceil(remaining(clock, own, elapsed) / 1000) }));
  };
}
