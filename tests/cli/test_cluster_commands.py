"""What the commands of a cluster say when the database, the bus or a package is missing, or is named wrongly."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cluster.processes import shared_postgres
from tests.infrastructure.implementations import database_for

from damero.cli.main import main

NOWHERE = "postgresql://127.0.0.1:1/nowhere"
SECRET = "correct-horse"
SERVE = ["serve", "--no-browser", "--port", "0"]
WITHOUT_DRIVER = """
import sys
sys.modules["psycopg"] = None
from damero.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def standby(tmp_path: Path) -> str:
    """The address of a database in which nothing can be changed."""
    return f"{asyncio.run(database_for(tmp_path))}?options=-cdefault_transaction_read_only%3Don"


@pytest.mark.parametrize("command", [SERVE, ["worker"], ["migrate"], ["backup", "copy.sqlite"]])
@pytest.mark.parametrize(
    "address", [f"mysql://damero:{SECRET}@db/damero", f"postgresql://damero:{SECRET}@db/damero?no", SECRET]
)
def test_a_database_that_is_named_wrongly_is_refused_without_its_password(
    command: list[str], address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--database", address]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("error: DATABASE_REFUSED The address of the database must look like")
    assert SECRET not in told.out + told.err
    assert "running" not in told.out


@pytest.mark.parametrize("command", [SERVE, ["worker"], ["migrate"], ["backup", "copy.sqlite"]])
def test_a_database_that_is_not_reached_is_refused_with_the_reason(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--database", NOWHERE]) == 1
    told = capsys.readouterr()
    assert "DATABASE_REFUSED" in told.err
    assert "refused" in told.err
    assert not told.out


def test_a_database_without_tables_is_refused_with_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERVE, "--database", shared_postgres().url()]) == 1
    assert "damero migrate" in capsys.readouterr().err


@pytest.mark.parametrize("command", [SERVE, ["worker"], ["admin", "players"], ["keys"]])
def test_a_database_that_can_only_be_read_is_refused(
    command: list[str], standby: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--database", standby]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("error: DATABASE_REFUSED The database can only be read.")
    assert not told.out


def test_a_folder_in_which_a_server_cannot_write_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("not a folder")
    database = asyncio.run(database_for(tmp_path))
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc")):
        assert main([*SERVE, "--database", database, "--data", str(folder)]) == 1
        assert capsys.readouterr().err.startswith("error: UNUSABLE_DATA_FOLDER ")


def test_a_backup_may_be_made_from_a_database_that_can_only_be_read(standby: str, tmp_path: Path) -> None:
    assert main(["backup", "--database", standby, str(tmp_path / "copy.sqlite")]) == 0


def test_a_bus_needs_a_database_and_an_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERVE, "--data", str(tmp_path), "--bus", "valkey://127.0.0.1"]) == 1
    assert "NO_DATABASE The bus connects" in capsys.readouterr().err
    for address in (f"amqp://:{SECRET}@bus", "valkey://bus:port", SECRET):
        assert main([*SERVE, "--database", NOWHERE, "--bus", address]) == 1
        told = capsys.readouterr().err
        assert "BUS_REFUSED" in told
        assert SECRET not in told


@pytest.mark.parametrize("command", [SERVE, ["worker"], ["migrate"], ["backup", "copy.sqlite"]])
def test_without_the_packages_of_a_cluster_the_extra_is_named(command: list[str]) -> None:
    given = [*command, "--database", NOWHERE]
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_DRIVER, *given], capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: NOT_INSTALLED")
    assert "damero[cluster]" in ended.stderr
