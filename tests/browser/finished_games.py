"""Finished games for pages that show them, played through the API by the visitor of a page."""

from __future__ import annotations

from playwright.sync_api import Page

PLAY = """async ({ game, moves, start }) => {
  let commands = 0;
  const send = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const asked = { command_id: `test-${game}-${Math.random()}-${commands++}`, ...body };
    const content = JSON.stringify(path === "/api/guests" ? {} : asked);
    const reply = await fetch(path, { method: "POST", headers, body: content });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return await reply.json();
  };
  await send("/api/guests", {});
  const { match, state } = await send("/api/matches", { game, opponent: "here", start });
  for (const { seat } of state.can.includes("place") ? state.seats : []) {
    const { formations } = await (await fetch(`/api/games/${game}/formations?seat=${seat}`)).json();
    await send(`/api/matches/${match.id}/army`, { seat, pieces: formations[0].pieces });
  }
  const next = async () => (await (await fetch(`/api/matches/${match.id}/moves`)).json()).moves;
  if (typeof moves === "number") {
    for (let ply = 0; ply < moves; ply += 1) {
      const legal = await next();
      if (legal.length === 0) return match.id;
      const attacks = legal.filter(({ taken }) => taken.length > 0);
      const chosen = (attacks.length > 0 ? attacks : legal)[(7 * ply) % (attacks.length || legal.length)];
      await send(`/api/matches/${match.id}/moves`, { text: chosen.text });
    }
  } else for (const text of moves) await send(`/api/matches/${match.id}/moves`, { text });
  await send(`/api/matches/${match.id}/resign`, {});
  return match.id;
}"""


def finished_game(page: Page, game: str, moves: list[str] | int, *, start: str | None = None) -> str:
    """Two people at one device make these moves, or a number of moves that attack where they can; then one resigns."""
    match_id: str = page.evaluate(PLAY, {"game": game, "moves": moves, "start": start})
    return match_id
