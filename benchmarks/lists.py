"""Processor time of a player's lists by the number of matches: python -m benchmarks.lists [--count N …]"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from damero.application.commands import Listing, ListMatches
from damero.application.ports import Entry
from damero.domain import judge
from damero.domain.beginning import commitment_to
from damero.domain.clock import UNTIMED
from damero.domain.events import Access, MatchCreated, Player, SeatTaken
from damero.domain.match import Progress
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.system_clock import SystemClock

PLAYERS = Player("ana", "Ana"), Player("ben", "Ben")
GROUP = 2_000
REPEATS = 40
LISTS = {
    "/me/matches": ListMatches(listing=Listing.MINE, player_id="ana"),
    "/me/history": ListMatches(listing=Listing.HISTORY, player_id="ana", limit=20),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, nargs="+", default=[1_000, 20_000, 100_000])
    parser.add_argument("--unfinished", type=int, default=20, help="one match in this many is not over")
    arguments = parser.parse_args()
    for count in arguments.count:
        for path, times in asyncio.run(_measure(count, arguments.unfinished)).items():
            shown = f"{median(times):6.2f} ms, worst {max(times):6.2f} ms"
            print(f"{count:7} matches  {path:12}  {shown}", flush=True)


async def _measure(count: int, unfinished: int) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "damero.sqlite", synchronous="OFF")
        try:
            store = SqliteMatchStore(database, SystemClock())
            await _fill(store, count, unfinished)
            return {path: [await _time(store, wanted) for _ in range(REPEATS)] for path, wanted in LISTS.items()}
        finally:
            await database.close()


async def _time(store: SqliteMatchStore, wanted: ListMatches) -> float:
    begun = time.process_time()
    await store.list(wanted)
    return (time.process_time() - begun) * 1_000


async def _fill(store: SqliteMatchStore, count: int, unfinished: int) -> None:
    running, finished = _running(), _finished()
    for first in range(0, count, GROUP):
        numbers = range(first, min(count, first + GROUP))
        await store.append(*(_entry(number, finished if number % unfinished else running) for number in numbers))


def _entry(number: int, progress: Progress) -> Entry:
    created = replace(progress.after.created, match_id=f"m{number}")
    events = created, *progress.events[1:]
    return Entry(replace(progress.after, created=created), 0, "create", events)


def _running() -> Progress:
    seed = "00" * 32
    creation = MatchCreated(
        0, "match", "drafti", 1, PLAYERS[0], Access.LINK, UNTIMED, seed, commitment_to(seed), nonce=""
    )
    seats = zip(("white", "black"), PLAYERS, strict=True)
    return judge.create(creation, tuple(SeatTaken(0, seat, player, "") for seat, player in seats))


def _finished() -> Progress:
    running = _running()
    resigned = judge.resign(running.after, "white", 1)
    return Progress(None, resigned.after, (*running.events, *resigned.events))


if __name__ == "__main__":
    main()
