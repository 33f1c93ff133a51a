/** The HTTP API. Every failed request throws an `ApiError` with a sentence for the user. */

import { translated } from "../i18n/game_names.js";
import { loadAllTexts } from "../i18n/messages.js";

/** @typedef {import("../wire.js").Game} Game */
/** @typedef {import("../wire.js").SignedIn} SignedIn */

export class ApiError extends Error {
  /** @param {Partial<import("../wire.js").Problem>} problem */
  constructor(problem) {
    super(problem.detail ?? "");
    this.code = problem.code ?? "REFUSED";
    this.detail = problem.detail ?? "";
    this.key = problem.key ?? "";
    this.values = problem.values ?? {};
    this.squares = problem.squares ?? [];
    this.status = problem.status ?? 0;
    /** Milliseconds; null if waiting does not help. */
    this.retryAfter = problem.retry_after ?? null;
  }
}

/** The longest time, in milliseconds, for which a request waits that came too soon after others. */
const PATIENCE = 15_000;

/**
 * Sends a request again that was refused because it came too soon after others, when the server is ready for it.
 * @template T
 * @param {() => Promise<T>} send
 * @returns {Promise<T>}
 */
export async function patiently(send) {
  let left = PATIENCE;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const pause = error instanceof ApiError && error.status === 429
        ? Math.max(500, error.retryAfter ?? Infinity)
        : Infinity;
      left -= pause;
      if (left < 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The server did not answer, or its answer was cut off. */
const UNREACHABLE = { code: "UNREACHABLE", detail: "", status: 0 };

/** @param {string} method @param {string} path @param {unknown} [body] */
async function request(method, path, body) {
  const hasBody = method !== "GET";
  const response = await fetchOrThrow(path, {
    method,
    credentials: "same-origin",
    headers: { accept: "application/json", ...(hasBody ? { "content-type": "application/json" } : {}) },
    ...(hasBody ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  if (response.status === 204) return null;
  const reply = await response.json().catch(() => null);
  if (!response.ok) {
    await loadAllTexts().catch(() => {});
    throw new ApiError({ status: response.status, ...reply });
  }
  if (reply === null) throw new ApiError(UNREACHABLE);
  return reply;
}

/** @param {string} path @param {RequestInit} options */
async function fetchOrThrow(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new ApiError(UNREACHABLE);
  }
}

/** @param {string} path */
export const get = (path) => patiently(() => request("GET", path));
/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => request("POST", path, body);
/** @param {string} path @param {unknown} [body] */
export const put = (path, body) => request("PUT", path, body);
/** @param {string} path @param {unknown} [body] */
export const patch = (path, body) => request("PATCH", path, body);
/** @param {string} path @param {unknown} [body] */
export const remove = (path, body) => request("DELETE", path, body);

/** A unique id for a command: sending the command again returns the first reply. @returns {string} */
export function commandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `c-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** @type {Promise<Game[]> | null} */
let catalogue = null;

/** The catalogue, requested once. @returns {Promise<Game[]>} */
export function games() {
  catalogue ??= get("/api/games").then((/** @type {import("../wire.js").Games} */ reply) =>
    reply.games.map(translated)
  );
  catalogue.catch(() => {
    catalogue = null;
  });
  return catalogue;
}

/** A game, in the version of its rules that a match was created with. @param {string} id @param {number} [version] */
export async function game(id, version) {
  const fits = (/** @type {Game} */ one) => one.id === id && (version === undefined || one.version === version);
  const query = version === undefined ? "" : `?version=${version}`;
  return (await games()).find(fits) ?? translated(await get(`/api/games/${encodeURIComponent(id)}${query}`));
}

/** @typedef {Omit<SignedIn, "token">} CurrentPlayer */

/** @type {Promise<CurrentPlayer> | null} */
let current = null;

/** @type {Set<(player: CurrentPlayer) => void>} */
const listeners = new Set();

/** Calls the listener whenever this browser's player or its name changes. @param {(player: CurrentPlayer) => void} listener */
export const onPlayerChange = (listener) => listeners.add(listener);

/** @param {CurrentPlayer} player */
function tellListeners(player) {
  listeners.forEach((listener) => listener(player));
  return player;
}

/** @returns {Promise<CurrentPlayer>} */
async function playerOrNewGuest() {
  const reply = await get("/api/me");
  return reply.player ? reply : await post("/api/guests", {});
}

/**
 * The player of this browser; a guest is created when nobody is signed in.
 * @param {{ refresh?: boolean }} [options]
 * @returns {Promise<CurrentPlayer>}
 */
export function me({ refresh = false } = {}) {
  if (refresh) current = null;
  current ??= playerOrNewGuest().then(tellListeners);
  current.catch(() => {
    current = null;
  });
  return current;
}
