/** One connection to the lobby for all parts of the page: the seeks, and this player's challenges. */

import { me, onPlayerChange } from "./api.js";
import { ReconnectingSocket } from "./socket.js";

/** @typedef {import("../wire.js").Seek} Seek */
/** @typedef {import("../wire.js").Challenge} Challenge */
/** @typedef {{ seeks: Seek[], live: number, received: Challenge[], sent: Challenge[] }} LobbyState */

/** @type {LobbyState} */
let state = { seeks: [], live: 0, received: [], sent: [] };
/** @type {Set<(state: LobbyState) => void>} */
const listeners = new Set();
/** @type {ReconnectingSocket | null} */
let socket = null;
let playerId = "";

/** @param {Partial<LobbyState>} change */
function update(change) {
  state = { ...state, ...change };
  listeners.forEach((listener) => listener(state));
}

function connect() {
  socket?.close();
  socket = new ReconnectingSocket("/ws/lobby", {
    message: (frame) => {
      if (frame.type === "lobby") update({ seeks: frame.seeks, live: frame.live });
      if (frame.type === "challenges") update({ received: frame.received, sent: frame.sent });
    },
    status: () => {},
  });
}

/** Connects as this browser's player, and again as somebody else after signing in or out. */
export async function startLobbyFeed() {
  playerId = await me().then(({ player }) => player.id, () => "");
  connect();
  onPlayerChange(({ player }) => {
    if (player.id === playerId) return;
    playerId = player.id;
    connect();
  });
}

/** Calls the listener now and after every change. @param {(state: LobbyState) => void} listener @returns {() => void} stops */
export function onLobbyChange(listener) {
  listeners.add(listener);
  listener(state);
  return () => listeners.delete(listener);
}
