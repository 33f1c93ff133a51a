/** Asking the server over HTTP. What it refuses arrives as a `Refused` with a sentence for people. */

/** @typedef {import("../wire.js").Problem} Problem */

export class Refused extends Error {
  /** @param {Partial<Problem>} problem */
  constructor(problem) {
    super(problem.detail ?? "");
    this.code = problem.code ?? "REFUSED";
    this.detail = problem.detail ?? "";
    this.squares = problem.squares ?? [];
    this.status = problem.status ?? 0;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] */
async function ask(method, path, body) {
  const sends = method !== "GET";
  const response = await reached(path, {
    method,
    credentials: "same-origin",
    headers: { accept: "application/json", ...(sends ? { "content-type": "application/json" } : {}) },
    ...(sends ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused({ status: response.status, ...answer });
  return answer;
}

/** @param {string} path @param {RequestInit} request */
async function reached(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new Refused({ code: "UNREACHABLE", detail: "", status: 0 });
  }
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => ask("POST", path, body);
/** @param {string} path @param {unknown} [body] */
export const put = (path, body) => ask("PUT", path, body);
/** @param {string} path @param {unknown} [body] */
export const patch = (path, body) => ask("PATCH", path, body);
/** @param {string} path @param {unknown} [body] */
export const remove = (path, body) => ask("DELETE", path, body);

/** An id that no other command has, so that a retry gets the first answer. @returns {string} */
export function commandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `c-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** @type {Promise<import("../wire.js").Game[]> | null} */
let asked = null;

/** The catalogue, asked for once. @returns {Promise<import("../wire.js").Game[]>} */
export function games() {
  asked ??= get("/api/games").then((answer) => answer.games);
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/** @param {string} id @returns {Promise<import("../wire.js").Game>} */
export async function game(id) {
  const found = (await games()).find((candidate) => candidate.id === id);
  return found ?? get(`/api/games/${encodeURIComponent(id)}`);
}

/** @type {Promise<Me> | null} */
let known = null;

/** @typedef {{ player: import("../wire.js").Player, guest: boolean }} Me */

/** @returns {Promise<Me>} */
async function introduced() {
  const answer = await get("/api/me");
  return answer.player ? answer : await post("/api/guests", {});
}

/**
 * Who plays in this browser; a guest is made when nobody does.
 * @param {{ anew?: boolean }} [how]
 * @returns {Promise<Me>}
 */
export function me({ anew = false } = {}) {
  if (anew) known = null;
  known ??= introduced();
  known.catch(() => {
    known = null;
  });
  return known;
}
