/** Bytes: hexadecimal digits, joining, and HMAC-SHA-256 (RFC 2104). */

import { sha256 } from "./sha256.js";

const BLOCK = 64;

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {string} text */
export const toBytes = (text) => new TextEncoder().encode(text);

/** @param {...Uint8Array} parts */
export function join(...parts) {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** @param {number} number */
export const uint32 = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const block = join(key.length > BLOCK ? sha256(key) : key, new Uint8Array(BLOCK)).slice(0, BLOCK);
  const [inner, outer] = [0x36, 0x5c].map((pad) => block.map((byte) => byte ^ pad));
  return sha256(join(outer, sha256(join(inner, message))));
}
