/** The player's part in the chance of a match: its hash is announced, and the nonce told when both seats are taken. */

import { toBytes, toHex } from "./hmac.js";
import { sha256 } from "./sha256.js";

const KEY = "damero.nonces";
/** Nonces kept at most; the oldest are forgotten. */
const MOST = 50;

/** @typedef {Record<string, string>} Nonces nonces by match id, oldest first */

/** Without access to storage, nonces last until the page is closed. @type {Nonces} */
let nonces = read();

/** @returns {Nonces} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} key @param {string} nonce */
function keep(key, nonce) {
  nonces = Object.fromEntries(Object.entries({ ...read(), ...nonces, [key]: nonce }).slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(nonces));
  } catch {
    // Kept in memory only.
  }
}

/** @param {string} nonce */
const hashOf = (nonce) => toHex(sha256(toBytes(nonce)));

const newNonce = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

/** @param {string} matchId */
const rematchKey = (matchId) => `rematch ${matchId}`;

/** The hash to announce for this match; the nonce is kept. @param {string} key @returns {string} */
function announceFor(key) {
  const nonce = nonces[key] ?? newNonce();
  keep(key, nonce);
  return hashOf(nonce);
}

/** @param {string} matchId */
export const announce = (matchId) => announceFor(matchId);

/** A nonce for every command that leads to a new match. @param {string} command its type @param {string} matchId */
export function announceWith(command, matchId) {
  if (command === "join") return { nonce_hash: announce(matchId) };
  return command === "offer" || command === "accept" ? { nonce_hash: announceFor(rematchKey(matchId)) } : {};
}

/**
 * Announces a nonce for a match that does not exist yet.
 * @param {(hash: string) => Promise<import("../wire.js").Snapshot>} create
 */
export async function announceNew(create) {
  const nonce = newNonce();
  const snapshot = await create(hashOf(nonce));
  keep(snapshot.match.id, nonce);
  return snapshot;
}

/** The nonce that was announced for this match. @param {import("../wire.js").MatchFacts} match @returns {string | null} */
export function announcedNonce(match) {
  const kept = { ...read(), ...nonces };
  return kept[match.id] ?? kept[rematchKey(match.rematch_of ?? "")] ?? null;
}
