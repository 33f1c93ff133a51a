"""Everything that is stored moves from SQLite to PostgreSQL and back, and play goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from tests.application.fixtures import ANA, begin, create, current, play, play_at_random
from tests.application.test_hops import TWO_CAPTURES
from tests.application.test_play import touching
from tests.cluster.processes import shared_valkey
from tests.infrastructure.implementations import database_for

from damero.application.commands import EngineOpponent, Resign
from damero.application.export_record import export_record
from damero.application.play_move import touch_squares
from damero.application.register import register
from damero.application.resign import resign
from damero.bootstrap import Settings, open_services
from damero.cli.main import main
from damero.domain.clock import TimeControl
from damero.infrastructure.transfer.postgres_store import PostgresStore
from damero.infrastructure.transfer.tables import Row, Table


def at(place: str) -> Settings:
    if place.startswith("postgresql:"):
        return Settings(data_dir=Path("/nowhere"), database=place, bus=shared_valkey().url, engine_workers=1)
    return Settings(data_dir=Path(place), engine_workers=1)


async def fill(place: str) -> dict[str, str]:
    """Matches in every state, by what they are for."""
    async with open_services(at(place)) as services:
        await register(services, "Clara", "a long password")
        ids = {"running": await begin(services, control=TimeControl(base=600_000), command_id="running")}
        await play(services, ids["running"], "21-17", "9-13")
        ids["over"] = await begin(services, "barrage", command_id="over")
        await play_at_random(services, ids["over"], 12)
        await resign(services, Resign(command_id="end", match_id=ids["over"], by=ANA.id))
        ids["hopping"] = await begin(services, "russian", start=TWO_CAPTURES, command_id="hopping")
        await touch_squares(services, touching(ids["hopping"], "30", "21"))
        ids["engine"] = await create(services, seat="white", opponent=EngineOpponent(1), command_id="engine")
        return ids


async def seen(place: str, ids: dict[str, str]) -> dict[str, Any]:
    async with open_services(at(place)) as services:
        matches = {name: await current(services, match_id) for name, match_id in ids.items()}
        return {
            "heads": {name: match.head for name, match in matches.items()},
            "turns": {name: match.to_move for name, match in matches.items()},
            "hops": (await services.live_match(ids["hopping"])).hops,
            "record": await export_record(services, ids["over"]),
            "keys": services.signing.published(),
            "clara": await services.players.player_named("Clara"),
            "identifier": services.randomness.identifier("one", "two"),
        }


async def clock_of(place: str, match_id: str) -> int:
    async with open_services(at(place)) as services:
        match = await current(services, match_id)
        assert match.deadline is not None
        return match.deadline - services.clock.now()


async def play_on(place: str, match_id: str, *moves: str) -> None:
    async with open_services(at(place)) as services:
        await play(services, match_id, *moves)


def test_everything_moves_to_postgresql_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, last, database = str(tmp_path / "first"), str(tmp_path / "last"), asyncio.run(database_for(tmp_path))
    ids = asyncio.run(fill(first))
    before, left = asyncio.run(seen(first, ids)), asyncio.run(clock_of(first, ids["running"]))
    assert main(["move-data", first, database]) == 0
    assert "The copy is equal" in capsys.readouterr().out
    assert asyncio.run(seen(database, ids)) == before
    assert left - 60_000 < asyncio.run(clock_of(database, ids["running"])) <= left
    asyncio.run(play_on(database, ids["running"], "22-18"))
    while main(["move-data", database, last]):
        assert "ALREADY_SERVED" in capsys.readouterr().err
    for source, full in ((first, database), (database, last)):
        assert main(["move-data", source, full]) == 1
        assert "TRANSFER_REFUSED" in capsys.readouterr().err
    after = asyncio.run(seen(last, ids))
    assert after["record"] == before["record"]
    assert after["keys"] == before["keys"]
    assert after["heads"]["running"] != before["heads"]["running"]
    asyncio.run(play_on(last, ids["running"], "13x22x15"))


def test_a_running_cluster_is_backed_up_into_a_file_that_a_server_can_use(tmp_path: Path) -> None:
    database, copy = asyncio.run(database_for(tmp_path)), tmp_path / "copy" / "damero.sqlite"
    copy.parent.mkdir()

    async def serve_and_back_up() -> tuple[str, bytes]:
        async with open_services(at(database)) as services:
            match_id = await begin(services)
            assert await asyncio.to_thread(main, ["backup", "--database", database, str(copy)]) == 0
            folder = tmp_path / "copies"
            assert await asyncio.to_thread(main, ["backup", "--database", database, "--keep", "2", str(folder)]) == 0
            assert len(list(folder.iterdir())) == 1
            return match_id, (await current(services, match_id)).head

    match_id, head = asyncio.run(serve_and_back_up())

    async def restored() -> bytes:
        async with open_services(at(str(copy.parent))) as services:
            return (await current(services, match_id)).head

    assert asyncio.run(restored()) == head


def test_a_copy_that_differs_is_refused_and_nothing_of_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, database = str(tmp_path / "data"), asyncio.run(database_for(tmp_path))
    ids = asyncio.run(fill(folder))
    write = PostgresStore.write

    def write_all_but_one(self: PostgresStore, table: Table, rows: Iterable[Row]) -> None:
        write(self, table, list(rows)[: -1 if table.name == "event" else None])

    with monkeypatch.context() as patch:
        patch.setattr(PostgresStore, "write", write_all_but_one)
        assert main(["move-data", folder, database]) == 1
    assert "TRANSFER_REFUSED" in capsys.readouterr().err
    assert main(["move-data", folder, database]) == 0
    assert asyncio.run(seen(database, ids)) == asyncio.run(seen(folder, ids))


def test_a_folder_with_the_log_of_a_lost_database_is_no_place_for_another_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite would add what the log holds to the copy."""
    other, database = tmp_path / "other", asyncio.run(database_for(tmp_path))
    other.mkdir()
    (other / "damero.sqlite-wal").write_bytes(b"somebody's games")
    assert main(["move-data", database, str(other)]) == 1
    assert "DAMAGED_DATABASE" in capsys.readouterr().err
    assert sorted(path.name for path in other.iterdir()) == ["damero.lock", "damero.sqlite-wal"]


def test_places_that_cannot_be_used_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["move-data", str(tmp_path), str(tmp_path / "other")]) == 1
    assert "NOTHING_TO_BACK_UP" in capsys.readouterr().err
    assert main(["move-data", "postgresql://127.0.0.1:1/nowhere", str(tmp_path)]) == 1
    assert "DATABASE_REFUSED" in capsys.readouterr().err
