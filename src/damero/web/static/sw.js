/** Caches the offline page. Everything else always comes from the server. */

const CACHE = "damero-offline-1";
const OFFLINE = "/offline.html";
const FILES = [OFFLINE, "/favicon.svg", "/static/css/tokens.css", "/static/css/base.css", "/static/css/layout.css"];

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

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  } else if (event.request.method === "GET" && FILES.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request, { ignoreSearch: true })));
  }
});
