"""A small typed client for bots, tests and tools: HTTP for requests, one WebSocket for each match that is played.

async with Client("http://127.0.0.1:8000") as client:
    await client.enter("Ana")
    match = await client.create("drafti", opponent="engine")
    async with client.watch(match.match.id) as live:
        async for state in live:
            if state.moves:
                await live.play(state.moves[0].text)
"""

from damero.client.client import Client
from damero.client.errors import Disconnected, Refusal
from damero.client.keepsakes import Receipt
from damero.client.live import Live, new_id

__all__ = ["Client", "Disconnected", "Live", "Receipt", "Refusal", "new_id"]
