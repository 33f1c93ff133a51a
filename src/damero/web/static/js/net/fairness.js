/** The commitments of a match, computed again in the browser. The bytes are specified in docs/fairness.md. */

import { fromHex, hmac, join, toBytes, toHex, uint32 } from "./hmac.js";
import { sha256 } from "./sha256.js";

const SEED_TAG = toBytes("damero seed v1\0");
const PERMUTATION_TAG = toBytes("damero permutation v1\0");
const SALT_TAG = toBytes("damero salt v1\0");
const CHAIN_TAG = toBytes("damero chain v2\0");
const WORDS = 2n ** 64n;

/** @typedef {{ index: number, value: string, salt: string, path: string[] }} Opening */

/** @param {string} seed @returns {string} */
export const seedCommitment = (seed) => toHex(sha256(join(SEED_TAG, fromHex(seed))));

/** @param {Uint8Array[]} nonces */
const joined = (nonces) => join(uint32(nonces.length), ...nonces.flatMap((nonce) => [uint32(nonce.length), nonce]));

/** @param {string} seed @param {Uint8Array[]} nonces @param {number} index */
const salt = (seed, nonces, index) => hmac(fromHex(seed), join(SALT_TAG, joined(nonces), uint32(index)));

/** @param {number} index @param {Uint8Array} salt @param {string} value */
const leaf = (index, salt, value) => sha256(join(Uint8Array.of(0), uint32(index), salt, toBytes(value)));

/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => sha256(join(Uint8Array.of(1), left, right));

/** The largest power of two below a number. @param {number} size */
const leftSize = (size) => 2 ** Math.floor(Math.log2(size - 1));

/** @param {Uint8Array[]} leaves @returns {Uint8Array} */
function root(leaves) {
  if (leaves.length === 1) return leaves[0];
  const half = leftSize(leaves.length);
  return node(root(leaves.slice(0, half)), root(leaves.slice(half)));
}

/**
 * The root of the seal over these values.
 * @param {string} name @param {string[]} values @param {string} seed @param {string[]} nonces as hexadecimal digits
 */
export function sealRoot(name, values, seed, nonces) {
  const parts = [...nonces.map(fromHex), toBytes(name)];
  return toHex(root(values.map((value, index) => leaf(index, salt(seed, parts, index), value))));
}

/** @param {Uint8Array} current @param {number} index @param {number} size @param {Uint8Array[]} path @returns {Uint8Array | null} */
function climb(current, index, size, path) {
  if (size === 1) return path.length === 0 ? current : null;
  const sibling = path.at(-1);
  if (!sibling) return null;
  const [half, rest] = [leftSize(size), path.slice(0, -1)];
  const below = index < half ? climb(current, index, half, rest) : climb(current, index - half, size - half, rest);
  if (!below) return null;
  return index < half ? node(below, sibling) : node(sibling, below);
}

/** Whether a seal covers an opened value. @param {{ root: string, size: number }} seal @param {Opening} opening */
export function isCovered(seal, { index, value, salt: salted, path }) {
  const top = climb(leaf(index, fromHex(salted), value), index, seal.size, path.map(fromHex));
  return top !== null && toHex(top) === seal.root;
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Generator<bigint>} */
function* words(key, message) {
  for (let counter = 0;; counter += 1) {
    const block = toHex(hmac(key, join(message, uint32(0), uint32(counter))));
    for (let at = 0; at < block.length; at += 16) yield BigInt(`0x${block.slice(at, at + 16)}`);
  }
}

/** The permutation of 0 … size-1 that follows from the seed and the nonces. @param {string} seed @param {string[]} nonces @param {number} size */
export function permutation(seed, nonces, size) {
  const stream = words(fromHex(seed), join(PERMUTATION_TAG, joined(nonces.map(fromHex))));
  const order = Array.from({ length: size }, (_, index) => index);
  for (let last = size - 1; last > 0; last -= 1) {
    const chosen = below(BigInt(last + 1), stream);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/** @param {bigint} bound @param {Generator<bigint>} stream @returns {number} */
function below(bound, stream) {
  const limit = WORDS - (WORDS % bound);
  for (;;) {
    const word = /** @type {bigint} */ (stream.next().value);
    if (word < limit) return Number(word % bound);
  }
}

/** JSON in its one canonical form: sorted keys, no spaces, ASCII only. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return escaped(JSON.stringify(value));
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${escaped(JSON.stringify(key))}:${canonical(member)}`).join(",")}}`;
}

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The head of the chain after each entry. @param {Record<string, unknown>[]} entries @returns {string[]} */
export function chainHeads(entries) {
  /** @type {Uint8Array} */
  let head = new Uint8Array();
  return entries.map(({ hash: _, ...entry }) => {
    head = sha256(join(CHAIN_TAG, head, toBytes(canonical(entry))));
    return toHex(head);
  });
}
