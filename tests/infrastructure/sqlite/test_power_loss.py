"""Simulated power cuts at hundreds of moments: everything that was acknowledged is there afterwards."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import apsw
import pytest
from tests.infrastructure.sqlite.simulated_disk import Acknowledged, Crash, LoggedDisk, Operation, crashes
from tests.matches import ANA, BEN, creation

from damero.application.change_match import entry_of
from damero.domain import judge
from damero.domain.events import SeatTaken
from damero.domain.match import Match, Progress, replay
from damero.infrastructure.encoding import decode_event
from damero.infrastructure.sqlite.connection import open_writer
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.system_clock import SystemClock

CRASHES = 300
GAMES = 6
MOVES = 25
PAGES_BEFORE_CHECKPOINT = 60
"""Small, so that some power cuts happen during a checkpoint."""


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_and_no_file_is_corrupt(tmp_path: Path) -> None:
    log = asyncio.run(play_games(tmp_path / "played", "FULL"))
    losses = [lost(crash, tmp_path / "found") for crash in crashes(log, CRASHES, seed=1)]
    assert len(losses) == CRASHES
    assert sum(losses) == 0


@pytest.mark.slow
def test_without_a_sync_for_each_commit_moves_would_be_lost(tmp_path: Path) -> None:
    log = asyncio.run(play_games(tmp_path / "played", "NORMAL"))
    assert sum(lost(crash, tmp_path / "found") for crash in crashes(log, 100, seed=1)) > 0


async def play_games(folder: Path, synchronous: str) -> list[Operation]:
    """Plays some games concurrently on the simulated disk; everything that the disk was asked to do."""
    folder.mkdir()
    disk = LoggedDisk(f"logged-{synchronous}")
    database = Database(folder / "damero.sqlite", synchronous=synchronous, vfs=disk.name)
    await database.write(lambda connection: connection.wal_autocheckpoint(PAGES_BEFORE_CHECKPOINT))
    store = SqliteMatchStore(database, SystemClock())
    await asyncio.gather(*(play_game(store, f"game{number}", disk) for number in range(GAMES)))
    log = list(disk.log)
    await database.close()
    disk.unregister()
    return log


async def play_game(store: SqliteMatchStore, match_id: str, disk: LoggedDisk) -> None:
    random = Random(match_id)
    progress = new_game(match_id)
    for number in range(MOVES):
        await store.append(entry_of(progress, f"{number}"))
        disk.log.append(Acknowledged(f"{match_id}/{number}"))
        await asyncio.sleep(random.random() / 500)
        progress = next_move(progress.after, random)


def new_game(match_id: str) -> Progress:
    event = replace(creation(), match_id=match_id)
    seated = (SeatTaken(0, "white", ANA, "a"), SeatTaken(0, "black", BEN, "b"))
    return judge.create(event, seated)


def next_move(match: Match, random: Random) -> Progress:
    assert match.position is not None
    return judge.play(match, match.to_move or "", str(random.choice(match.position.legal_moves())), match.last_at + 1)


def lost(crash: Crash, folder: Path) -> int:
    """How many acknowledged commands are missing after a restart; fails if the file is inconsistent."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in crash.files.items():
        (folder / name).write_bytes(content)
    connection = open_writer(folder / "damero.sqlite", synchronous="OFF")
    try:
        return len(crash.acknowledged - consistent_commands(connection))
    finally:
        connection.close()


def consistent_commands(connection: apsw.Connection) -> set[str]:
    assert connection.pragma("integrity_check") == "ok"
    matches = [match_id for (match_id,) in connection.execute("SELECT DISTINCT match FROM event")]
    return {command for match_id in matches for command in consistent_match(connection, match_id)}


def consistent_match(connection: apsw.Connection, match_id: str) -> set[str]:
    query = "SELECT seq, command, kind, body FROM event WHERE match = ? ORDER BY seq"
    rows = connection.execute(query, (match_id,)).fetchall()
    assert [seq for seq, *_ in rows] == list(range(1, len(rows) + 1))
    assert replay(decode_event(kind, body) for _, _, kind, body in rows).version == len(rows)
    return {f"{match_id}/{command}" for _, command, _, _ in rows}
