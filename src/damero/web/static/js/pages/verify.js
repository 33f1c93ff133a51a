/** Checks a finished game in this browser and tells the result in words. */

import { t } from "../i18n/messages.js";
import { game as gameOf, get } from "../net/api.js";
import { keptHead } from "../net/heads.js";
import { announcedNonce } from "../net/nonces.js";
import { verifyRecord } from "../net/verify_record.js";
import { el, link } from "../ui/element.js";
import { nameOfSeat } from "../ui/names.js";

const SIGNS = { ok: "✓", wrong: "✗", unchecked: "–" };

/** @param {import("../net/verify_record.js").Finding} finding */
const item = ({ check, verdict, text }) =>
  el(
    "li",
    { "data-verdict": verdict, "data-check": check },
    el("span", { class: "verdict", "aria-hidden": "true" }, SIGNS[verdict]),
    el("span", {}, el("strong", {}, t(`verify.is.${verdict}`)), " ", text),
  );

/** @param {import("../wire.js").Snapshot} snapshot */
async function gather({ match }) {
  const id = encodeURIComponent(match.id);
  const [record, game, { keys }, replay] = await Promise.all([
    get(`/api/matches/${id}/record`),
    gameOf(match.game, match.ruleset),
    get("/api/keys"),
    get(`/api/matches/${id}/replay?perspective=truth&start=0&limit=1`).catch(() => ({ frames: [] })),
  ]);
  return {
    record,
    game,
    start: replay.frames[0]?.pieces ?? [],
    keys: keys.map((/** @type {import("../wire.js").PublicKey} */ key) => key.public_key),
    head: keptHead(match.id),
    nonce: announcedNonce(match),
  };
}

/** @type {import("../router.js").MakePage} */
export async function page({ parts }) {
  const id = parts[0] ?? "";
  /** @type {import("../wire.js").Snapshot} */
  const snapshot = await get(`/api/matches/${encodeURIComponent(id)}`);
  const evidence = await gather(snapshot);
  const findings = await verifyRecord(evidence);
  const wrong = findings.some(({ verdict }) => verdict === "wrong");
  const [first, second] = snapshot.state.seats.map(({ seat }) => nameOfSeat(snapshot, seat));
  const { public_key } = evidence.record.signature ?? {};
  return {
    title: t("verify.title"),
    node: el(
      "div",
      { class: "verify" },
      el(
        "header",
        { class: "page-head" },
        el("h1", {}, t("verify.title")),
        el("p", {}, t("match.title", { game: evidence.game.title, first, second })),
      ),
      el("p", { class: wrong ? "note warn" : "note", role: "status" }, t(wrong ? "verify.failed" : "verify.passed")),
      el("ul", { class: "findings card" }, findings.map(item)),
      el("p", { class: "muted small" }, t("verify.line")),
      el(
        "details",
        {},
        el("summary", {}, t("verify.details")),
        el("p", { class: "small hex" }, t("verify.head"), " ", el("code", {}, snapshot.head)),
        public_key && el("p", { class: "small hex" }, t("verify.key"), " ", el("code", {}, public_key)),
      ),
      el(
        "p",
        { class: "row" },
        link(`/replay/${id}`, t("match.replay"), { class: "button" }),
        link(`/api/matches/${id}/record`, t("replay.json"), { class: "button", download: `${id}.json` }),
      ),
    ),
  };
}
