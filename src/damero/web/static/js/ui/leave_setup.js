/** The ways out of placing an army: abort the game while that is allowed, or leave it and return later. */

import { t } from "../i18n/messages.js";
import { confirmDialog } from "./dialog.js";
import { button, el, link, renderOnChange } from "./element.js";

/** @param {() => void} abort */
export function leaveButtons(abort) {
  const element = el("div", { class: "row leave-setup" });
  const ask = async () => {
    if (await confirmDialog(t("match.abort.ask"), t("match.abort"), { danger: true })) abort();
  };
  const show = renderOnChange(element, (/** @type {{ abort: boolean }} */ can) => [
    link("/games", t("setup.leave"), { class: "button" }),
    can.abort && button(t("match.abort"), ask, { class: "danger" }),
  ]);
  return { element, show };
}
