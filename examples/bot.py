"""A bot that plays random legal moves. It creates a match in the lobby and waits for an opponent.

python examples/bot.py [GAME] [ADDRESS]
"""

from __future__ import annotations

import asyncio
import random
import sys

from damero.client import Client


async def play(game: str, address: str) -> str:
    """Plays one match and returns its result as a sentence."""
    async with Client(address) as client:
        await client.enter()
        match = await client.create(game, opponent="anyone")
        print(f"Waiting for an opponent at {address}/match/{match.match.id}", flush=True)
        async with client.watch(match.match.id) as live:
            async for state in live:
                if "place" in state.can and live.viewer and live.viewer.seat:
                    armies = await client.armies(game, live.viewer.seat)
                    await live.place(random.choice(armies.formations).pieces)
                elif state.moves:
                    await live.play(random.choice(state.moves).text)
            outcome = live.state.outcome
            return f"{outcome.winner or 'nobody'} won: {outcome.reason}" if outcome else "The game is not over."


if __name__ == "__main__":
    game_id = sys.argv[1] if len(sys.argv) > 1 else "drafti"
    server = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000"
    print(asyncio.run(play(game_id, server)))
