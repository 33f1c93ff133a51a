/** On the offline page: links to the rules that this browser has kept. */

const RULES = /^\/api\/games\/([^/]+)\/rules$/;

async function showRules() {
  const reply = await caches.match("/api/games");
  if (!reply) return;
  /** @type {import("./wire.js").Games} */
  const { games } = await reply.json();
  const requests = await (await caches.open((await caches.keys())[0])).keys();
  const kept = new Set(requests.flatMap(({ url }) => RULES.exec(new URL(url).pathname)?.[1] ?? []));
  const items = games.filter(({ id }) => kept.has(id)).map(({ id, title }) => {
    const link = Object.assign(document.createElement("a"), { href: `/rules/${id}`, textContent: title });
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  document.getElementById("rules")?.append(...items);
  const section = document.getElementById("rules-section");
  if (section) section.hidden = items.length === 0;
}

showRules();
