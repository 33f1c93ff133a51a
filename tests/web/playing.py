"""Two clients who play a match over WebSocket."""

from __future__ import annotations

import asyncio
from random import Random

from damero.client import Client, Live
from damero.domain import catalogue
from damero.web import wire


async def a_match(first: Client, second: Client, game: str, **wishes: object) -> str:
    """A match between the two; the first has the seat that moves first unless the wishes say otherwise."""
    wishes = {"seat": catalogue.game(game).info.seats[0], "opponent": "friend", **wishes}
    created = await first.create(game, **wishes)  # type: ignore[arg-type]
    await second.join(created.match.id)
    if created.state.fairness.nonces:
        await first.match(created.match.id)
    return created.match.id


async def place(client: Client, live: Live, random: Random) -> None:
    """Hands in a ready-made army where the game wants one."""
    async for state in live:
        if state.status is wire.Status.ACTIVE:
            return
        if "place" in state.can and live.match and live.viewer and live.viewer.seat:
            armies = await client.armies(live.match.game, live.viewer.seat)
            await live.place(random.choice(armies.formations).pieces)
            return


async def play_out(client: Client, live: Live, random: Random, plies: int = 10_000) -> wire.State:
    """Random legal moves until the game is over, or resignation after `plies` plies."""
    await place(client, live, random)
    async for state in live:
        if len(live.record) >= plies and state.status is wire.Status.ACTIVE:
            if state.moves:
                await live.resign()
        elif state.moves:
            await live.play(random.choice(state.moves).text)
    return live.state


async def play_match(clients: list[Client], game: str, seed: int, plies: int = 10_000) -> tuple[Live, Live]:
    """A whole match between two clients; both lives as they ended."""
    match_id = await a_match(clients[0], clients[1], game)
    async with clients[0].watch(match_id) as white, clients[1].watch(match_id) as black:
        await asyncio.gather(
            play_out(clients[0], white, Random(seed), plies), play_out(clients[1], black, Random(seed + 1), plies)
        )
    return white, black
