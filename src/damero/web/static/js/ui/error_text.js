/** A sentence for whatever went wrong. */

import { say } from "../i18n/messages.js";
import { Refused } from "../net/api.js";

/** @param {unknown} problem @returns {string} */
export function sentence(problem) {
  if (problem instanceof Refused) return problem.detail || say("error.network");
  return problem instanceof Error ? problem.message : say("error.network");
}
