/** A tree as text for a link: its JSON compressed (raw deflate), in the URL-safe alphabet of Base64. */

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function through(bytes, stream) {
  const piped = new Blob([bytes]).stream().pipeThrough(/** @type {any} */ (stream));
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** @param {string} text @returns {Promise<string>} */
export async function packTree(text) {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed @returns {Promise<string>} */
export async function unpackTree(packed) {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
