from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from damero.application.commands import CreateMatch, JoinMatch, PlayMove
from damero.application.create_match import create_match
from damero.application.enter_as_guest import as_player, enter_as_guest
from damero.application.join_match import join_match
from damero.application.play_move import play_move
from damero.bootstrap import Settings, check, open_services, signing_keys
from damero.cli.main import main
from damero.infrastructure.file_lock import AlreadyServed


def test_a_backup_is_made_while_the_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copied = tmp_path / "copy" / "damero.sqlite"
    copied.parent.mkdir()

    async def serve_and_back_up() -> str:
        async with open_services(Settings(data_dir=tmp_path / "games")) as services:
            guest = await enter_as_guest(services, "Ana")
            assert await asyncio.to_thread(main, ["backup", "--data", str(tmp_path / "games"), str(copied)]) == 0
        return guest.player.id

    player_id = asyncio.run(serve_and_back_up())
    assert str(copied) in capsys.readouterr().out
    assert asyncio.run(name_of(copied.parent, player_id)) == "Ana"


async def name_of(folder: Path, player_id: str) -> str | None:
    async with open_services(Settings(data_dir=folder)) as services:
        player = await services.players.player(player_id)
        return player.name if player else None


def test_a_backup_that_cannot_be_made_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--data", str(tmp_path), str(tmp_path / "copy")]) == 1
    assert "NOTHING_TO_BACK_UP" in capsys.readouterr().err
    check(Settings(data_dir=tmp_path))
    assert main(["backup", "--data", str(tmp_path), str(tmp_path / "no" / "such" / "folder" / "copy")]) == 1
    assert "BACKUP_FAILED" in capsys.readouterr().err


def every_file(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    "name",
    ["damero.sqlite", "damero.sqlite-wal", "damero.sqlite-shm", "damero.lock", "signing-keys.json", "admin.json"],
)
def test_a_backup_replaces_no_file_of_a_data_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    games = tmp_path / "games"
    check(Settings(data_dir=games))
    signing_keys(Settings(data_dir=games))
    before = every_file(games)
    (tmp_path / "link").symlink_to(games / name)
    for target in (games / name, games / ".." / "games" / name, tmp_path / "link"):
        assert main(["backup", "--data", str(games), str(target)]) == 1
        assert "BACKUP_FAILED" in capsys.readouterr().err
        assert every_file(games) == before


def test_a_backup_replaces_an_earlier_copy_but_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, letter, copy = tmp_path / "games", tmp_path / "letter.txt", tmp_path / "copy.sqlite"
    check(Settings(data_dir=games))
    letter.write_text("Dear Ana")
    for target in (letter, tmp_path, Path("/dev/null")):
        assert main(["backup", "--data", str(games), str(target)]) == 1
        assert "BACKUP_FAILED" in capsys.readouterr().err
    assert letter.read_text() == "Dear Ana"
    for _ in range(2):
        assert main(["backup", "--data", str(games), str(copy)]) == 0
    assert backups(tmp_path) == ["copy.sqlite", "games", "letter.txt"]


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def serve_twice() -> None:
        async with open_services(Settings(data_dir=tmp_path)):
            with pytest.raises(AlreadyServed):
                check(Settings(data_dir=tmp_path))
            arguments = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
            assert await asyncio.to_thread(main, arguments) == 1

    asyncio.run(serve_twice())
    assert "ALREADY_SERVED" in capsys.readouterr().err


def backups(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class Interrupt:
    """A sleep that is interrupted when its turns are used up; before each turn something may happen."""

    def __init__(self, *turns: Callable[[], object]) -> None:
        self.turns = list(turns)
        self.slept = list[float]()

    def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        if not self.turns:
            raise KeyboardInterrupt
        self.turns.pop(0)()


def nothing() -> None: ...


def test_backups_are_made_on_schedule_and_the_newest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(Settings(data_dir=tmp_path / "games"))
    copies = tmp_path / "safe" / "copies"
    sleep = Interrupt(nothing, nothing, nothing)
    monkeypatch.setattr(time, "sleep", sleep)
    arguments = ["backup", "--data", str(tmp_path / "games"), "--every", "15m", "--keep", "2", str(copies)]
    assert main(arguments) == 130
    assert sleep.slept == [900] * 4
    assert [name[:13] for name in backups(copies)] == ["damero-000003", "damero-000004"]


def test_a_wrong_wall_clock_does_not_remove_a_new_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(Settings(data_dir=tmp_path / "games"))
    for year in (2050, 2049, 1971):
        monkeypatch.setattr(time, "gmtime", lambda year=year: time.struct_time((year, 1, 1, 0, 0, 0, 0, 1, 0)))
        assert main(["backup", "--data", str(tmp_path / "games"), "--keep", "2", str(tmp_path / "copies")]) == 0
    names = ["damero-000002-20490101T000000Z.sqlite", "damero-000003-19710101T000000Z.sqlite"]
    assert backups(tmp_path / "copies") == names


def test_a_scheduled_backup_that_fails_is_reported_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check(Settings(data_dir=tmp_path / "games"))
    database, hidden = tmp_path / "games" / "damero.sqlite", tmp_path / "hidden"
    monkeypatch.setattr(time, "sleep", Interrupt(lambda: database.rename(hidden), lambda: hidden.rename(database)))
    assert main(["backup", "--data", str(tmp_path / "games"), "--every", "1h", str(tmp_path / "copies")]) == 130
    assert "NOTHING_TO_BACK_UP" in capsys.readouterr().err
    assert [name[:13] for name in backups(tmp_path / "copies")] == ["damero-000001", "damero-000002"]


def test_a_schedule_that_cannot_begin_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(Settings(data_dir=tmp_path / "games"))
    (tmp_path / "file").write_text("not a folder")
    assert main(["backup", "--data", str(tmp_path / "games"), "--every", "1h", str(tmp_path / "file")]) == 1
    assert "BACKUP_FAILED" in capsys.readouterr().err


def test_what_a_killed_backup_left_behind_goes_with_the_next_one(tmp_path: Path) -> None:
    check(Settings(data_dir=tmp_path / "games"))
    copies = tmp_path / "copies"
    copies.mkdir()
    for ending in ("", "-wal", "-shm", "-journal"):
        (copies / f"damero-000001-20261119T215030Z.sqlite.unfinished{ending}").write_bytes(b"some of it")
    assert main(["backup", "--data", str(tmp_path / "games"), "--keep", "2", str(copies)]) == 0
    assert [name[:13] for name in backups(copies)] == ["damero-000001"]


@pytest.mark.parametrize("text", ["0h", "1", "h", "-1h", "1w", "1.5h", ""])
def test_a_schedule_needs_a_time_with_a_unit(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["backup", "copies", f"--every={text}"])
    assert "is not a time such as 30s, 15m, 1h or 1d" in capsys.readouterr().err


def test_a_game_is_played_on_from_a_scheduled_backup(tmp_path: Path) -> None:
    asyncio.run(back_up_and_restore(tmp_path))


async def back_up_and_restore(tmp_path: Path) -> None:
    games, copies, restored = (tmp_path / name for name in ("games", "copies", "restored"))
    arguments = ["backup", "--data", str(games), "--keep", "3", str(copies)]
    async with open_services(Settings(data_dir=games)) as services:
        ana, ben = [as_player((await enter_as_guest(services, name)).player) for name in ("Ana", "Ben")]
        create = CreateMatch(command_id="c", by=ana, game_id="drafti", seat="white")
        match_id = (await create_match(services, create)).match_id
        await join_match(services, JoinMatch(command_id="j", match_id=match_id, by=ben))
        for number, (player, move) in enumerate(((ana, "21-17"), (ben, "9-13"), (ana, "25-21"))):
            await play_move(services, PlayMove(command_id=move, match_id=match_id, by=player.id, move=move))
            assert await asyncio.to_thread(main, arguments) == 0
            assert len(backups(copies)) == number + 1
    restored.mkdir()
    (copies / backups(copies)[1]).rename(restored / "damero.sqlite")
    async with open_services(Settings(data_dir=restored)) as services:
        assert services.signing.published() == signing_keys(Settings(data_dir=games)).published()
        assert [played.move for played in (await services.live_match(match_id)).match.moves] == ["21-17", "9-13"]
        await play_move(services, PlayMove(command_id="other", match_id=match_id, by=ana.id, move="22-18"))
        assert len((await services.live_match(match_id)).match.moves) == 3
