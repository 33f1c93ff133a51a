"""Players and spectators of a cluster under faults, and the comparison of what they were told with what is stored."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise

import psycopg
from tests.web.crashing import GONE, Ledger, Pair, insist

from damero.client import Client, Refusal
from damero.domain.events import MovePlayed
from damero.domain.match import replay
from damero.infrastructure.encoding import stored_events
from damero.web import wire

FAMILIES = (["drafti", "international", "russian"], ["barrage", "stratego"], ["banqi", "banqi-taiwan"])
EVENTS = "SELECT seq, kind, body, command FROM event WHERE match = %s ORDER BY seq"


@dataclass
class TimedLedger(Ledger):
    """Also knows when each move was acknowledged."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    acknowledged_at: dict[tuple[str, int], float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    """Seconds from wanting to move to the acknowledgement, where it was measured."""

    def note(self, match_id: str, ack: wire.Ack, text: str, kind: tuple[str, str]) -> None:
        super().note(match_id, ack, text, kind)
        self.times[match_id].append(self.last)
        self.acknowledged_at.setdefault((match_id, ack.version), self.last)

    def longest_idle(self) -> float:
        """The longest time between two acknowledged moves of one match."""
        gaps = (later - earlier for times in self.times.values() for earlier, later in pairwise(times))
        return max(gaps, default=0.0)


@dataclass
class Spectators:
    """One for each match at each server."""

    ledger: TimedLedger
    ports: tuple[int, ...]
    seen: dict[tuple[str, int], dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    """When each version of a match was first seen at each server."""

    async def run(self) -> None:
        """Until cancelled."""
        watching: dict[tuple[str, int], asyncio.Task[None]] = {}
        try:
            while True:
                for match_id in tuple(self.ledger.moves):
                    for port in self.ports:
                        if (match_id, port) not in watching:
                            watching[match_id, port] = asyncio.create_task(self._watch(match_id, port))
                await asyncio.sleep(0.1)
        finally:
            for task in watching.values():
                task.cancel()
            await asyncio.gather(*watching.values(), return_exceptions=True)

    async def _watch(self, match_id: str, port: int) -> None:
        async with Client(f"http://127.0.0.1:{port}") as client:
            while True:
                with suppress(*GONE, Refusal):
                    async with client.watch(match_id) as live:
                        async for _ in live:
                            self.seen[match_id, port].setdefault(live.version, time.monotonic())
                        return
                await asyncio.sleep(0.1)

    def unseen(self) -> int:
        """Matches of which a server's spectator did not see the last acknowledged move."""
        last = {match_id: max(version for version, _ in moves) for match_id, moves in self.ledger.moves.items()}
        return sum(
            max(self.seen[match_id, port], default=0) < version
            for match_id, version in last.items()
            for port in self.ports
        )

    def longest_delay(self) -> float:
        """From the acknowledgement of a move until a spectator saw it or a later one."""
        delays = [0.0]
        for (match_id, version), at in self.ledger.acknowledged_at.items():
            for port in self.ports:
                later = [seen for known, seen in self.seen[match_id, port].items() if known >= version]
                delays += [min(later) - at] if later else []
        return max(delays)


@asynccontextmanager
async def playing(address: str, ledger: Ledger, pairs: int) -> AsyncIterator[list[str]]:
    """Pairs that play games of all families one after the other. The result names what stopped them, at the end."""
    players = [
        asyncio.create_task(Pair(address, FAMILIES[n % 3], ledger, n, over_http=n % 2 == 1).run()) for n in range(pairs)
    ]
    faults: list[str] = []
    try:
        yield faults
    finally:
        ledger.stopping = True
        done, late = await asyncio.wait(players, timeout=30)
        faults += [repr(task.exception()) for task in done if task.exception()]
        faults += ["a player waits for an answer that never comes"] * len(late)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


def count_wrong(url: str, ledger: Ledger) -> int:
    """Acknowledged moves that are missing, doubled or in another place. Every match must replay."""
    with psycopg.connect(url) as connection:
        return sum(_wrong_in(connection, match_id, moves) for match_id, moves in ledger.moves.items())


def _wrong_in(connection: psycopg.Connection[tuple[object, ...]], match_id: str, moves: list[tuple[int, str]]) -> int:
    rows = connection.execute(EVENTS, (match_id,), binary=True).fetchall()
    events = [one for row in rows for one in stored_events(*row)]  # type: ignore[arg-type]
    replay(one.event for one in events)
    assert [one.seq for one in events] == list(range(1, len(events) + 1))
    assert len({one.command for one in events if isinstance(one.event, MovePlayed)}) == sum(
        isinstance(one.event, MovePlayed) for one in events
    )
    stored = {one.seq: one.event.move for one in events if isinstance(one.event, MovePlayed)}
    told = {version if version in stored else version - 1: text for version, text in moves}
    wrong = sum(_plain(stored.get(version, "")) != _plain(text) for version, text in told.items())
    return wrong + len(moves) - len(told) + sum(version not in told for version in stored)


def _plain(text: str) -> str:
    """Without what a move made public."""
    return text.partition("=")[0].rstrip("?")


@asynccontextmanager
async def guests(addresses: list[str]) -> AsyncIterator[list[Client]]:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(address)) for address in addresses]
        for client in clients:
            await insist(client.enter)
        yield clients


async def a_match(one: Client, other: Client, game: str = "drafti", **options: object) -> str:
    """Between two people, ready to play."""
    match_id = (await one.create(game, "friend", seat="white", **options)).match.id
    await insist(lambda: other.join(match_id))
    return match_id
