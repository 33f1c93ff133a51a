/** A sentence for any error. */

import { t } from "../i18n/messages.js";
import { refusalText } from "../i18n/refusal.js";
import { ApiError } from "../net/api.js";

/** @param {unknown} error @param {import("../wire.js").Game | null} [game] in whose way moves are written @returns {string} */
export function errorText(error, game = null) {
  if (error instanceof ApiError) return refusalText(error, game) || t("error.network");
  return error instanceof Error ? error.message : t("error.network");
}
