"""A data folder that cannot be used is refused with one sentence, and its content is left as it was."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest
from tests.cli.running import Ran, damero

from damero.bootstrap import Settings, check
from damero.cli import run_server

NOBODY = 65534
PAGE = 4096


@pytest.fixture
def folder() -> Iterator[Path]:
    """Outside pytest's own folder, which only its owner may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def serve(folder: Path) -> Ran:
    """Tries to serve on a port in use, so that a folder which is not refused ends the test as well."""
    assert run_server  # imported before the test gives up the right to read the module
    with socket.create_server(("127.0.0.1", 0)) as other:
        return damero("serve", "--no-browser", "--port", str(other.getsockname()[1]), "--data", str(folder))


def refused(folder: Path, code: str) -> None:
    ran = serve(folder)
    assert ran.code == 1
    assert ran.err.startswith(f"error: {code} ")
    assert ran.err.count("\n") == 1
    assert str(folder) in ran.err


@contextmanager
def without_privileges() -> Iterator[None]:
    """The superuser may write everywhere; somebody else may not."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def filled(folder: Path) -> Path:
    """The database of a server that has stored something."""
    check(Settings(data_dir=folder))
    path = folder / "damero.sqlite"
    connection = apsw.Connection(str(path))
    with connection:
        connection.executemany(
            "INSERT INTO player (id, name, created) VALUES (?, ?, 0)", [(f"id{n}", f"name{n}") for n in range(2000)]
        )
    connection.close()
    return path


def test_a_file_instead_of_the_folder(folder: Path) -> None:
    (folder / "data").write_text("not a folder")
    refused(folder / "data", "UNUSABLE_DATA_FOLDER")


def test_a_folder_that_cannot_be_made(folder: Path) -> None:
    (folder / "data").write_text("not a folder")
    refused(folder / "data" / "inside", "UNUSABLE_DATA_FOLDER")


def test_a_folder_that_may_not_be_made(folder: Path) -> None:
    folder.chmod(0o555)
    with without_privileges():
        refused(folder / "data", "UNUSABLE_DATA_FOLDER")


def test_a_folder_in_which_nothing_may_be_written(folder: Path) -> None:
    folder.chmod(0o555)
    with without_privileges():
        refused(folder, "UNUSABLE_DATA_FOLDER")


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_database_that_may_not_be_written(folder: Path, mode: int) -> None:
    path = filled(folder)
    for file in folder.iterdir():
        file.chmod(0o666)
    folder.chmod(0o777)
    path.chmod(mode)
    with without_privileges():
        refused(folder, "UNUSABLE_DATA_FOLDER")


def test_a_folder_in_place_of_the_database(folder: Path) -> None:
    (folder / "damero.sqlite").mkdir()
    refused(folder, "UNUSABLE_DATA_FOLDER")


def test_a_database_of_random_bytes(folder: Path) -> None:
    content = bytes(range(256)) * 64
    (folder / "damero.sqlite").write_bytes(content)
    refused(folder, "UNUSABLE_DATA_FOLDER")
    assert (folder / "damero.sqlite").read_bytes() == content


@pytest.mark.parametrize("kept", [100, PAGE, 5 * PAGE + 17])
def test_a_database_that_was_cut_short(folder: Path, kept: int) -> None:
    path = filled(folder)
    path.write_bytes(path.read_bytes()[:kept])
    refused(folder, "UNUSABLE_DATA_FOLDER")


def overwrite_the_last_page(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-PAGE] + b"\xff" * PAGE)


def test_a_damaged_database(folder: Path) -> None:
    overwrite_the_last_page(filled(folder))
    refused(folder, "DAMAGED_DATABASE")


@pytest.mark.parametrize("lose", [lambda path: path.write_bytes(b""), Path.unlink], ids=["empty", "missing"])
def test_an_empty_or_missing_database_beside_its_log(folder: Path, lose: Callable[[Path], object]) -> None:
    lose(filled(folder))
    log = folder / "damero.sqlite-wal"
    log.write_bytes(b"moves that were played")
    refused(folder, "DAMAGED_DATABASE")
    assert log.read_bytes() == b"moves that were played"


@pytest.mark.parametrize("version", [0, 1])
def test_a_database_of_another_program(folder: Path, version: int) -> None:
    other = apsw.Connection(str(folder / "damero.sqlite"))
    other.execute(f"CREATE TABLE bookmark (url TEXT); PRAGMA user_version = {version}")
    other.close()
    before = (folder / "damero.sqlite").read_bytes()
    refused(folder, "NOT_OUR_DATABASE")
    assert (folder / "damero.sqlite").read_bytes() == before


def test_a_database_of_a_newer_version(folder: Path) -> None:
    path = filled(folder)
    newer = apsw.Connection(str(path))
    newer.pragma("user_version", 999)
    newer.close()
    ran = serve(folder)
    assert ran.code == 1
    assert ran.err.startswith("error: SCHEMA_TOO_NEW ")


def test_a_full_disk(folder: Path) -> None:
    program = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)); "
    program += "from damero.cli.main import main; sys.exit(main(sys.argv[1:]))"
    arguments = ("serve", "--no-browser", "--port", "0", "--data", str(folder))
    ran = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith("error: UNUSABLE_DATA_FOLDER ")
    assert ran.stderr.count("\n") == 1
