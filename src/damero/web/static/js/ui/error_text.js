/** A sentence for any error. */

import { t } from "../i18n/messages.js";
import { ApiError } from "../net/api.js";

/** @param {unknown} error @returns {string} */
export function errorText(error) {
  if (error instanceof ApiError) return error.detail || t("error.network");
  return error instanceof Error ? error.message : t("error.network");
}
