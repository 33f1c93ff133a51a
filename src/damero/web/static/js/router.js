/** Routes from addresses to pages, and navigation without reloading. */

/**
 * @typedef {object} Page
 * @property {string} title
 * @property {Node} node
 * @property {() => void} [destroy] called when the user leaves the page
 */
/** @typedef {(address: { parts: string[], query: URLSearchParams, hash: string }) => Promise<Page> | Page} MakePage */

/** @typedef {{ name: string, load: () => Promise<{ page: MakePage }> }} Route */

/** @type {Record<string, Route>} */
const ROUTES = {
  "": { name: "home", load: () => import("./pages/home.js") },
  play: { name: "play", load: () => import("./pages/play.js") },
  match: { name: "match", load: () => import("./pages/match.js") },
  lobby: { name: "lobby", load: () => import("./pages/lobby.js") },
  watch: { name: "watch", load: () => import("./pages/watch.js") },
  games: { name: "games", load: () => import("./pages/games.js") },
  player: { name: "player", load: () => import("./pages/player.js") },
  verify: { name: "verify", load: () => import("./pages/verify.js") },
  review: { name: "review", load: () => import("./pages/review.js") },
  replay: { name: "replay", load: () => import("./pages/replay.js") },
  editor: { name: "editor", load: () => import("./pages/editor.js") },
  puzzles: { name: "puzzles", load: () => import("./pages/puzzles.js") },
  analysis: { name: "analysis", load: () => import("./pages/analysis.js") },
  learn: { name: "learn", load: () => import("./pages/learn.js") },
  rules: { name: "rules", load: () => import("./pages/rules.js") },
  settings: { name: "settings", load: () => import("./pages/settings.js") },
};

/** The parts of an address; null if it cannot be read. @param {string} path @returns {string[] | null} */
function partsOf(path) {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** @param {string} path @returns {{ route: Route | null, parts: string[] }} */
export function resolve(path) {
  const read = partsOf(path);
  if (!read) return { route: null, parts: [] };
  const [first = "", ...parts] = read;
  return { route: ROUTES[first] ?? null, parts };
}

/** @param {string} path */
export function navigate(path) {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Follows links to our own pages without reloading. @param {MouseEvent} event */
export function onLinkClick(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(target instanceof HTMLAnchorElement) || target.target || target.hasAttribute("download")) return;
  const address = new URL(target.href);
  if (address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
  if (address.pathname === location.pathname && address.hash) return;
  event.preventDefault();
  navigate(address.pathname + address.search + address.hash);
}
