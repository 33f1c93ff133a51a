/** On the offline page: links to the rules that this browser has kept. */

const RULES = /^\/api\/games\/([^/]+)\/rules$/;
const TEXTS = `/texts/${document.documentElement.lang}/start.json`;

async function showRules() {
  const reply = await caches.match("/api/games");
  if (!reply) return;
  /** @type {import("./wire.js").Games} */
  const { games } = await reply.json();
  const cache = await caches.open((await caches.keys())[0]);
  const requests = await cache.keys();
  const kept = new Set(requests.flatMap(({ url }) => RULES.exec(new URL(url).pathname)?.[1] ?? []));
  const texts = await keptTexts(cache, requests);
  const items = games.filter(({ id }) => kept.has(id)).map(({ id, title }) => {
    const textContent = texts[`game_title.${id}`] ?? title;
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: `/rules/${id}`, textContent }));
    return item;
  });
  document.getElementById("rules")?.append(...items);
  const section = document.getElementById("rules-section");
  if (section) section.hidden = items.length === 0;
}

/**
 * The texts in the language of the page.
 * @param {Cache} cache
 * @param {readonly Request[]} requests
 * @returns {Promise<Record<string, string>>}
 */
async function keptTexts(cache, requests) {
  const request = requests.find(({ url }) => url.endsWith(TEXTS));
  const reply = request && await cache.match(request);
  return reply ? (await reply.json()).texts : {};
}

// Pages on plain HTTP keep nothing.
if ("caches" in window) showRules();
