"""The server is killed in the middle of play, again and again: nothing acknowledged is lost, doubled or out of order.

DAMERO_KILLS=200 python -m pytest tests/web/test_crash.py   is the long version.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import pytest
from tests.web.crashing import Ledger, Pair, Server, insist

from damero.client import Client
from damero.domain.catalogue import GAMES
from damero.web import wire

KILLS = int(os.environ.get("DAMERO_KILLS", "12"))
SHARDS = 2
PAIRS = 4
FAMILIES = ("draughts", "stratego", "banqi")


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("shard", range(SHARDS))
async def test_no_acknowledged_move_is_lost_or_doubled_by_kills(tmp_path: Path, shard: int) -> None:
    await check_kills(Server(tmp_path), shard, KILLS // SHARDS)


async def check_kills(killed: Server, shard: int, kills: int) -> None:
    """Pairs of players of every family play on a server that is killed again and again."""
    ledger, random = Ledger(), Random(shard)
    async with killed as server:
        pairs = [
            Pair(server.address, _games(index, shard), ledger, PAIRS * shard + index, over_http=(index + shard) % 2 > 0)
            for index in range(PAIRS)
        ]
        players = [asyncio.create_task(pair.run()) for pair in pairs]
        waits = [await _kill_after_a_while(server, ledger, random) for _ in range(kills)]
        ledger.stopping = True
        await server.kill()
        await server.start()
        await asyncio.gather(*players)
        await _compare(server, ledger)
    acknowledged = ledger.acknowledged()
    counts = ", ".join(f"{family} over {way}: {count}" for (family, way), count in sorted(ledger.counts.items()))
    print(f"{len(waits)} kills, {acknowledged} moves ({counts}); first answer after {max(waits):.2f} s at most")
    assert acknowledged > 5 * len(waits)
    assert {family for family, _ in ledger.counts} == set(FAMILIES)
    assert {way for _, way in ledger.counts} == {"HTTP", "WebSocket"}


def _games(pair: int, shard: int) -> list[str]:
    """The games of one family, in a different order for each shard. The fourth pair plays draughts again."""
    games = [game.info.id for game in GAMES if game.info.family == FAMILIES[pair % len(FAMILIES)]]
    first = (shard + pair) % len(games)
    return games[first:] + games[:first]


async def _kill_after_a_while(server: Server, ledger: Ledger, random: Random) -> float:
    """Lets them play some moves, kills, starts anew; how long it took until a move was acknowledged again."""
    enough = ledger.acknowledged() + random.randint(6, 60)
    async with asyncio.timeout(120):
        while ledger.acknowledged() < enough:
            ledger.heard.clear()
            await ledger.heard.wait()
    await asyncio.sleep(random.uniform(0, 0.02))
    await server.kill()
    ledger.heard.clear()
    await server.start()
    async with asyncio.timeout(120):
        await ledger.heard.wait()
    return ledger.last - server.born


async def _compare(server: Server, ledger: Ledger) -> None:
    """What was acknowledged is what is stored: the same moves at the same places, numbered without gaps."""
    async with Client(server.address) as reader:
        await insist(reader.enter)
        for match_id, acknowledged in ledger.moves.items():
            async with reader.watch(match_id, version=1) as live:
                async for _ in live:
                    break
            assert [event.seq for event in live.events] == list(range(2, live.version + 1))
            stored = {event.seq: event.text for event in live.events if event.kind == "move_played"}
            ended = live.state.status is wire.Status.FINISHED
            told = {
                live.version - 1 if ended and version == live.version else version: text
                for version, text in acknowledged
            }
            assert len(told) == len(acknowledged)
            assert {seq: text.partition("=")[0].rstrip("?") for seq, text in stored.items()} == {
                seq: text.rstrip("?") for seq, text in told.items()
            }
