/** SHA-256 (FIPS 180-4). The browser's own is missing on pages that are not loaded over HTTPS. */

/** The first 32 bits of the fractional parts of a root of a prime. @param {number} prime @param {number} root */
const fraction = (prime, root) => {
  const value = prime ** (1 / root);
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
};

const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter((number) =>
  number > 1 && Array.from({ length: Math.floor(Math.sqrt(number)) - 1 }, (_, i) => i + 2).every((d) => number % d)
);
const ROUND_CONSTANTS = PRIMES.slice(0, 64).map((prime) => fraction(prime, 3));
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));

/** @param {number} word @param {number} bits */
const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The message with its padding and its length. @param {Uint8Array} message */
function padded(message) {
  const blocks = Math.ceil((message.length + 9) / 64);
  const view = new DataView(new ArrayBuffer(blocks * 64));
  message.forEach((byte, index) => view.setUint8(index, byte));
  view.setUint8(message.length, 0x80);
  view.setUint32(blocks * 64 - 4, message.length * 8);
  return view;
}

/** @param {DataView} view @param {number} offset */
function schedule(view, offset) {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(offset + 4 * index));
  for (let index = 16; index < 64; index++) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words.push((words[index - 16] + first + words[index - 7] + second) | 0);
  }
  return words;
}

/** @param {number[]} state @param {number[]} words @returns {number[]} */
function compressed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  words.forEach((word, index) => {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const added = h + mixed + choice + ROUND_CONSTANTS[index] + word;
    const turned = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + added) | 0, c, b, a, (added + turned + majority) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]) | 0);
}

/** @param {Uint8Array} message @returns {Uint8Array} */
export function sha256(message) {
  const view = padded(message);
  let state = INITIAL;
  for (let offset = 0; offset < view.byteLength; offset += 64) state = compressed(state, schedule(view, offset));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}
