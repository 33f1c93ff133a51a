from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from damero.application.enter_as_guest import enter_as_guest
from damero.bootstrap import Settings, check, open_services
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


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def serve_twice() -> None:
        async with open_services(Settings(data_dir=tmp_path)):
            with pytest.raises(AlreadyServed):
                check(Settings(data_dir=tmp_path))
            arguments = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
            assert await asyncio.to_thread(main, arguments) == 1

    asyncio.run(serve_twice())
    assert "ALREADY_SERVED" in capsys.readouterr().err
