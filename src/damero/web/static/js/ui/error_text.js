/** A sentence for any error. */

import { t } from "../i18n/messages.js";
import { refusalText } from "../i18n/refusal.js";
import { ApiError } from "../net/api.js";

/** @param {unknown} error @returns {string} */
export function errorText(error) {
  if (error instanceof ApiError) return refusalText(error) || t("error.network");
  return error instanceof Error ? error.message : t("error.network");
}
