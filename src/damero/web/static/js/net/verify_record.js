/** Checks the record of a match in the browser: every check is a key of a sentence and its result. */

import { t } from "../i18n/messages.js";
import { canonical, chainHeads, isCovered, permutation, sealRoot, seedCommitment } from "./fairness.js";
import { fromHex, join, toBytes, toHex } from "./hmac.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").Shown} Shown */
/** @typedef {"ok" | "wrong" | "unchecked"} Verdict */
/** @typedef {{ check: string, verdict: Verdict, text: string }} Finding */
/** @typedef {Record<string, any>} Entry */
/**
 * @typedef {{ entries: Entry[], reveal: { seed: string, start: string } | null,
 *   signature: { public_key: string, value: string } | null }} GameRecord
 */
/**
 * @typedef {object} Evidence
 * @property {GameRecord} record
 * @property {Game} game
 * @property {Shown[]} start the first position with every piece visible
 * @property {string[]} keys the public keys of this server
 * @property {string | null} head the newest head of the chain that this browser kept
 * @property {string | null} nonce the nonce that this browser announced
 */

const SIGNATURE_TAG = "damero record v2 signature\0";

/** @param {string} check @param {boolean | null} good null: it cannot be checked here */
function finding(check, good) {
  const verdict = good === null ? "unchecked" : good ? "ok" : "wrong";
  return { check, verdict: /** @type {Verdict} */ (verdict), text: t(`verify.${check}.${verdict}`) };
}

/** @param {GameRecord} record @param {string} type */
const entriesOf = ({ entries }, type) => entries.filter((entry) => entry.type === type);

/** @param {GameRecord} record */
const began = (record) => entriesOf(record, "match_began")[0] ?? { seals: {}, nonces: [] };

/** @param {Evidence} evidence @returns {Promise<Finding[]>} */
export async function verifyRecord(evidence) {
  const { record, game } = evidence;
  const found = [finding("chain", isUnbroken(record)), finding("signature", await isSigned(evidence))];
  if (evidence.head !== null) found.push(finding("receipt", hasHead(evidence)));
  if (!game.hidden && !game.chance) return found;
  return [...found, ...secretFindings(evidence)];
}

/** @param {Evidence} evidence @returns {Finding[]} */
function secretFindings(evidence) {
  const { record, game } = evidence;
  const { reveal } = record;
  const own = evidence.nonce === null ? [] : [finding("ownNonce", usesOwnNonce(evidence))];
  return [
    finding("nonces", haveOpened(record)),
    ...own,
    finding("seed", reveal === null ? null : isCommitted(record, reveal.seed)),
    ...(game.chance ? [finding("deal", reveal === null ? null : followsFromSeed(evidence, reveal.seed))] : []),
    finding("seals", reveal === null ? null : matchSeals(evidence, reveal.seed)),
    finding("openings", areCovered(record)),
  ];
}

/** @param {GameRecord} record */
function isUnbroken({ entries }) {
  const heads = chainHeads(entries);
  return entries.every((entry, index) => entry.hash === heads[index]);
}

/** @param {Evidence} evidence */
const hasHead = ({ record, head }) => record.entries.some((entry) => entry.hash === head);

/** @param {Evidence} evidence @returns {Promise<boolean | null>} null where the browser cannot check signatures */
async function isSigned({ record, keys }) {
  const { signature, ...rest } = record;
  if (!signature) return false;
  if (!keys.includes(signature.public_key)) return false;
  try {
    const key = await crypto.subtle.importKey("raw", fromHex(signature.public_key), "Ed25519", false, ["verify"]);
    const message = join(toBytes(SIGNATURE_TAG), toBytes(canonical(rest)));
    return await crypto.subtle.verify("Ed25519", key, fromHex(signature.value), message);
  } catch {
    return null;
  }
}

/** Every announced nonce was told and is the one that was used. @param {GameRecord} record @returns {boolean | null} */
function haveOpened(record) {
  const taken = entriesOf(record, "seat_taken");
  const opened = new Map(entriesOf(record, "nonce_opened").map(({ seat, nonce }) => [seat, toBytes(nonce)]));
  if (!taken.some(({ nonce_hash }) => nonce_hash)) return null;
  return taken.every(({ seat, nonce_hash }, index) => {
    const nonce = opened.get(seat);
    if (!nonce_hash) return true;
    return nonce !== undefined && toHex(sha256(nonce)) === nonce_hash && began(record).nonces[index] === toHex(nonce);
  });
}

/** @param {Evidence} evidence */
const usesOwnNonce = ({ record, nonce }) => began(record).nonces.includes(toHex(toBytes(nonce ?? "")));

/** @param {GameRecord} record @param {string} seed */
const isCommitted = (record, seed) => entriesOf(record, "match_created")[0]?.seed_commitment === seedCommitment(seed);

/** The pieces in board order. @param {Evidence} evidence @returns {Shown[]} */
function inBoardOrder({ game, start }) {
  const order = new Map(game.board.squares.map(({ name }, index) => [name, index]));
  return start.toSorted((one, other) => (order.get(one.square) ?? 0) - (order.get(other.square) ?? 0));
}

/** @param {Evidence} evidence @param {string} seed */
function followsFromSeed(evidence, seed) {
  const dealt = inBoardOrder(evidence).map(({ kind }) => kind);
  const box = evidence.game.pieces.flatMap(({ id }) => dealt.filter((kind) => kind === id));
  const order = permutation(seed, began(evidence.record).nonces, box.length);
  return dealt.every((kind, place) => kind === box[order[place]]);
}

/** @param {Evidence} evidence @param {string} seed */
function matchSeals(evidence, seed) {
  const { seals, nonces } = began(evidence.record);
  const names = Object.keys(seals);
  return names.length > 0 &&
    names.every((name) => sealRoot(name, sealedValues(evidence, name), seed, nonces) === seals[name].root);
}

/** What a seal covers: the pieces of a seat's colour, or all that were dealt. @param {Evidence} evidence @param {string} name @returns {string[]} */
function sealedValues(evidence, name) {
  const kinds = new Map(evidence.game.pieces.map((piece) => [piece.id, piece]));
  const owned = evidence.game.seats.includes(name);
  return inBoardOrder(evidence)
    .filter(({ kind }) => !owned || kinds.get(kind)?.colour === name)
    .map(({ square, kind }) => `${square}=${kinds.get(kind)?.symbol}`);
}

/** @param {GameRecord} record */
function areCovered(record) {
  const { seals } = began(record);
  const openings = entriesOf(record, "move_played").flatMap((entry) => entry.openings ?? []);
  return openings.every((opening) => seals[opening.seal] && isCovered(seals[opening.seal], opening));
}
