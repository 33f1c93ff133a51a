"""Kills a server with thousands of stored matches and measures how soon the next one acknowledges a move.

    python benchmarks/crashes.py --matches 5000 --kills 10

The database is filled through the store itself. One match in five is in progress, with its clock running; the others
are over. Then the real server (`damero serve`) is started, receives a move in a stored match and is killed (SIGKILL),
again and again. The time is measured from the start of the process to the acknowledgement of that move.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
from server_process import free_port, start_server

from damero.application.enter_as_guest import token_hash
from damero.application.ports import Account, Entry
from damero.client import Client, Refusal
from damero.domain import judge
from damero.domain.beginning import commitment_to
from damero.domain.clock import fischer
from damero.domain.events import Access, Event, MatchCreated, Player, SeatTaken
from damero.domain.match import Match, replay
from damero.infrastructure.sqlite.data_folder import DATABASE
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.sqlite.players import SqlitePlayerStore
from damero.infrastructure.system_clock import SystemClock

GAME, PLIES, MODELS = "drafti", 36, 20
IN_PROGRESS_EVERY = 5
"""One match in five is in progress."""
SEED = "5e" * 32
TOKEN = "the token of this benchmark"
ANA, BEN = Player("ana", "Ana"), Player("ben", "Ben")


def played(seed: int, now: int) -> tuple[Match, list[Event]]:
    """A match after a number of random moves, with its events."""
    control = fischer(60 * 60 * 1000, 1000)
    created = MatchCreated(now, "model", GAME, 1, ANA, Access.LINK, control, SEED, commitment_to(SEED), "a")
    progress = judge.create(created, (SeatTaken(now, "white", ANA, "a"), SeatTaken(now, "black", BEN, "b")))
    match, events, random = progress.after, list(progress.events), Random(seed)
    while match.position is not None and match.to_move is not None and len(match.moves) < PLIES:
        move = random.choice(match.position.legal_moves())
        progress = judge.play(match, match.to_move, str(move), now)
        match, events = progress.after, [*events, *progress.events]
    return match, events


def models(now: int) -> list[list[Event]]:
    """The events of matches that are in progress."""
    found = (played(seed, now) for seed in range(1000))
    in_progress = (events for match, events in found if not match.is_over)
    return [next(in_progress) for _ in range(MODELS)]


async def fill(folder: Path, matches: int) -> list[str]:
    """Stores this many matches and returns the ids of those in progress."""
    database, clock = Database(folder / DATABASE, synchronous="OFF"), SystemClock()
    players, store = SqlitePlayerStore(database), SqliteMatchStore(database, clock)
    for player in (ANA, BEN):
        await players.add_player(Account(player.id, player.name, None, clock.wall()))
    await players.add_session(token_hash(TOKEN), ANA.id, clock.wall())
    stored, active = models(clock.now()), list[str]()
    total = 0
    for number in range(matches):
        entry = _entry(stored[number % MODELS], f"match{number:06}", is_over=number % IN_PROGRESS_EVERY > 0)
        active += [] if entry.match.is_over else [entry.match.id]
        total += len(entry.events)
        await store.append(entry)
    await database.close()
    print(f"{matches} matches with {total} events are stored; {len(active)} of them are in progress", flush=True)
    return active


def _entry(events: list[Event], match_id: str, *, is_over: bool) -> Entry:
    first, *others = events
    assert isinstance(first, MatchCreated)
    match = replay([replace(first, match_id=match_id), *others])
    more = judge.resign(match, "white", match.last_at) if is_over else None
    happened = (match.created, *others, *(more.events if more else ()))
    return Entry(more.after if more else match, 0, "stored", happened)


async def first_acknowledgement(address: str, match_id: str) -> None:
    async with Client(address, TOKEN) as client:
        while True:
            try:
                state = (await client.match(match_id)).state
                seat = state.clock.running if state.clock else None
                if seat != "white":
                    raise SystemExit("It is not the turn of the benchmark's player.")
                await client.play(match_id, state.moves[0].text)
                return
            except (httpx.TransportError, Refusal):
                await asyncio.sleep(0.01)


def restart(folder: Path, port: int, match_id: str) -> float:
    """Starts a server, kills it after its first acknowledgement, and returns the seconds until then."""
    started = time.perf_counter()
    server = start_server(port, folder)
    try:
        asyncio.run(asyncio.wait_for(first_acknowledgement(f"http://127.0.0.1:{port}", match_id), 60))
        return time.perf_counter() - started
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--kills", type=int, default=10)
    arguments = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        active = asyncio.run(fill(Path(folder), arguments.matches))
        waits = [restart(Path(folder), port, match_id) for match_id in active[-arguments.kills :]]
    print(f"{len(waits)} kills; first acknowledgement after {statistics.median(waits):.2f} s, ", end="")
    print(f"at most {max(waits):.2f} s")


if __name__ == "__main__":
    main()
