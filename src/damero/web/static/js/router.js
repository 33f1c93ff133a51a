/** Routes from addresses to pages, and navigation without reloading. */

/**
 * @typedef {object} Page
 * @property {string} title
 * @property {Node} node
 * @property {() => void} [destroy] called when the user leaves the page
 */
/** @typedef {(address: { parts: string[], query: URLSearchParams, hash: string }) => Promise<Page> | Page} MakePage */

/**
 * How many parts an address has at least and at most behind the name of the page; between 0 and 2 unless told.
 * @typedef {{ name: string, load: () => Promise<{ page: MakePage }>, least?: number, most?: number }} Route
 */

/** @type {Record<string, Route>} */
const ROUTES = {
  "": { name: "home", load: () => import("./pages/home.js") },
  play: { name: "play", load: () => import("./pages/play.js") },
  match: { name: "match", load: () => import("./pages/match.js"), least: 1 },
  lobby: { name: "lobby", load: () => import("./pages/lobby.js"), most: 0 },
  watch: { name: "watch", load: () => import("./pages/watch.js"), most: 0 },
  games: { name: "games", load: () => import("./pages/games.js"), most: 0 },
  player: { name: "player", load: () => import("./pages/player.js"), least: 1 },
  verify: { name: "verify", load: () => import("./pages/verify.js"), least: 1 },
  review: { name: "review", load: () => import("./pages/review.js"), least: 1 },
  replay: { name: "replay", load: () => import("./pages/replay.js"), least: 1 },
  editor: { name: "editor", load: () => import("./pages/editor.js") },
  puzzles: { name: "puzzles", load: () => import("./pages/puzzles.js") },
  analysis: { name: "analysis", load: () => import("./pages/analysis.js") },
  learn: { name: "learn", load: () => import("./pages/learn.js") },
  rules: { name: "rules", load: () => import("./pages/rules.js") },
  settings: { name: "settings", load: () => import("./pages/settings.js"), most: 0 },
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
  const route = Object.hasOwn(ROUTES, first) ? ROUTES[first] : null;
  const fits = route && parts.length >= (route.least ?? 0) && parts.length <= (route.most ?? 2);
  return { route: fits ? route : null, parts };
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
