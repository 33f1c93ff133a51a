from __future__ import annotations

import socket
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.running import damero
from tests.ports import free_port

from damero.cli import checks


@pytest.fixture
def used_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other_program:
        yield other_program.getsockname()[1]


def test_a_healthy_computer_has_no_errors(tmp_path: Path) -> None:
    ran = damero("doctor", "--data", str(tmp_path), "--port", str(free_port()))
    assert (ran.code, ran.err) == (0, "")
    assert {line.partition(":")[0] for line in ran.lines} <= {"ok", "note"}
    assert f"ok: The data folder {tmp_path} is ready for the first game" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_findings_can_be_read_by_programs(tmp_path: Path) -> None:
    ran = damero("doctor", "--json", "--data", str(tmp_path), "--port", str(free_port()))
    assert isinstance(ran.json, list)
    subjects = [finding["subject"] for finding in ran.json]
    assert subjects == [
        *("python", "packages", "processor", "engines", "data", "sqlite", "port", "files", "clock", "tables"),
        *("browser", "extras", "compiler"),
    ]


def test_something_needed_that_is_missing_makes_the_exit_code_1(tmp_path: Path, used_port: int) -> None:
    file = tmp_path / "file"
    file.touch()
    ran = damero("doctor", "--data", str(file), "--port", str(used_port))
    assert ran.code == 1
    assert f"error: {file} is not a folder. Choose another one with --data." in ran.lines
    assert any(line.startswith(f"error: Port {used_port} cannot be used") for line in ran.lines)


def test_an_old_python_is_an_error() -> None:
    assert checks.check_python((3, 10, 4)).sentence == "This is Python 3.10.4. Damero needs 3.11 or newer."


def test_a_processor_without_an_instruction_is_an_error(tmp_path: Path) -> None:
    description = tmp_path / "cpuinfo"
    description.write_text("flags\t\t: fpu sse2 popcnt bmi1\n")
    found = checks.check_processor(description)
    assert found.level == "error"
    assert "lacks bmi2" in found.sentence


def test_a_processor_that_is_not_described_is_accepted(tmp_path: Path) -> None:
    assert checks.check_processor(tmp_path / "nothing").level == "ok"


def test_engines_that_were_not_compiled_are_an_error() -> None:
    found = checks.check_engines(("damero.engines.missing",))
    assert (found.level, "cannot be loaded" in found.sentence) == ("error", True)


def test_a_folder_without_permission_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write everywhere
    found = checks.check_data_folder(tmp_path / "new" / "folder")
    assert found.sentence == f"You may not write in {tmp_path}. Choose another folder with --data."


def test_a_wrong_date_is_noted() -> None:
    assert checks.check_clock(now=0).level == "note"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("apsw>=3.46", "apsw"),
        ("argon2-cffi (>=23.1)", "argon2-cffi"),
        ('matplotlib>=3.9; extra == "plot"', None),
        ("uvloop>=0.21; sys_platform != 'win32'", None if sys.platform == "win32" else "uvloop"),
        ("colorama; sys_platform == 'win32'", "colorama" if sys.platform == "win32" else None),
    ],
)
def test_packages_of_extras_and_other_systems_are_not_needed(line: str, name: str | None) -> None:
    assert checks.needed_package(line) == name


def test_every_extra_is_checked() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]) == set(checks.EXTRAS) == set(checks.PURPOSES)
    for extra, lines in project["optional-dependencies"].items():
        assert len(checks.EXTRAS[extra]) == len(lines)


def test_an_extra_that_is_missing_is_named_with_its_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "EXTRAS", {"png": ("json",), "ray": ("no_such_module",)})
    found = checks.check_extras()
    assert found.level == "note"
    assert found.sentence.startswith("Not installed: ray (computing on many machines). Install what you need")
    assert "damero[ray]" in found.sentence
