/** Caches the offline page and, when the page asks for it, the rules. Everything else always comes from the server. */

const CACHE = "damero-offline-3";
const OFFLINE = "/offline.html";
const GAMES = "/api/games";
const RULES = "/rules";
const FILES = [
  OFFLINE,
  "/favicon.svg",
  "/static/css/tokens.css",
  "/static/css/base.css",
  "/static/css/layout.css",
  "/static/js/offline.js",
];
const RULES_PATH = /^\/api\/games\/[^/]+\/rules$/;
const LINKED = /"(\/static\/[^"]+\.(?:js|css|json))"/g;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "keep rules") event.waitUntil(keepRules());
});

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => kept(isRules(pathname) ? RULES : OFFLINE, OFFLINE)));
  } else if (event.request.method === "GET" && isKept(pathname)) {
    event.respondWith(fetch(event.request).catch(() => kept(pathname)));
  }
});

const isRules = (path) => path === RULES || path.startsWith(`${RULES}/`);

const isKept = (path) =>
  path === GAMES || path === "/favicon.svg" || path.startsWith("/static/") || RULES_PATH.test(path);

/** What is kept for a path, or for the other one. */
async function kept(path, other = path) {
  return await caches.match(path) ?? await caches.match(other) ?? Response.error();
}

/** The page of the rules with its scripts, and the rules of every game. Done again when there is a new version. */
async function keepRules() {
  const cache = await caches.open(CACHE);
  const page = await fetch(RULES);
  const linked = [...(await page.clone().text()).matchAll(LINKED)].map(([, path]) => path);
  if (await cache.match(linked[0])) return;
  for (const request of await cache.keys()) {
    if (!FILES.includes(new URL(request.url).pathname)) await cache.delete(request);
  }
  const { games } = await fetch(GAMES).then((reply) => reply.json());
  await cache.addAll([OFFLINE, GAMES, ...games.map(({ id }) => `${GAMES}/${id}/rules`)]);
  await cache.put(RULES, page);
  await cache.addAll(linked);
}
