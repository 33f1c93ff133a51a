"""Wheels and source distributions: what they contain, and that the configuration names everything."""

from __future__ import annotations

import io
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from tests.architecture.sources import PACKAGE, tracked_files
from tests.packaging import start_page
from tests.packaging.distributions import GENERATED, LARGEST_WHEEL, NEEDED, faults_of_sdist, faults_of_wheel

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def wheel_with(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "a.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name in (*NEEDED, *files):
            wheel.writestr(name, files.get(name, b""))
    return path


def test_a_wheel_with_what_is_needed_has_no_faults(tmp_path: Path) -> None:
    assert (
        faults_of_wheel(wheel_with(tmp_path, {"damero/web/static/offline.html": b"", "damero/a.so": b"\x7fELF"})) == []
    )


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("damero/a.c", b"", "damero/a.c is generated"),
        ("damero/a.pyx", b"", "damero/a.pyx is generated"),
        ("damero/a.so", b"\x7fELF .symtab", "damero/a.so is not stripped"),
        ("damero/large.bin", bytes(5 << 20), "are too many"),
    ],
)
def test_a_fault_of_a_wheel_is_found(name: str, content: bytes, fault: str, tmp_path: Path) -> None:
    faults = faults_of_wheel(wheel_with(tmp_path, {name: content}))
    assert len(faults) == 1
    assert fault in faults[0]


def test_a_source_distribution_without_the_sources_of_engines_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as sdist:
        for name in NEEDED:
            sdist.addfile(tarfile.TarInfo(f"damero-1/src/{name}"))
    assert faults_of_sdist(path) == ["damero/engines/bits.pxd is missing"]


def test_every_file_of_the_package_is_in_the_wheel() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["damero"]
    packed = {path.resolve() for pattern in patterns for path in PACKAGE.glob(pattern)}
    compiled = {*GENERATED - {".html"}, ".so", ".py", ".pyi"}
    data = [path for path in tracked_files() if path.is_relative_to(PACKAGE) and path.suffix not in compiled]
    assert [path for path in data if path.resolve() not in packed] == []


def test_the_package_is_small_enough_for_a_wheel() -> None:
    patterns = (*PROJECT["tool"]["setuptools"]["package-data"]["damero"], "**/*.py", "**/*.so")
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in sorted({path for pattern in patterns for path in PACKAGE.glob(pattern) if path.is_file()}):
            wheel.write(path)
    assert len(content.getvalue()) < LARGEST_WHEEL


def test_what_is_followed_of_the_start_page_is_all_that_it_says_to_do() -> None:
    followed = list(start_page.steps(start_page.PAGE.read_text(encoding="utf-8")))
    assert [step.kind for step in followed] == ["shell", "server", "shell", "shell", "shell", "python"]
    assert all(step.printed for step in followed[2:])
    assert "pip install damero" in followed[0].text


def test_an_output_that_the_page_does_not_tell_is_found() -> None:
    start_page.Step("shell", "damero games", ("id", "…")).check("id\nspanish\n")
    with pytest.raises(AssertionError, match="the page says"):
        start_page.Step("shell", "damero games", ("id", "…")).check("title\n")


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    chosen = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert chosen == ["cp311-*", "cp312-*", "cp313-*", "cp314-*"]


def test_one_wheel_serves_every_python_that_is_supported() -> None:
    assert PROJECT["tool"]["cibuildwheel"]["environment"] == {"DAMERO_ABI3": "1"}


def test_wheels_are_built_on_every_system() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8"))
    systems = workflow["jobs"]["wheels"]["strategy"]["matrix"]["system"]
    assert {system.split("-")[0] for system in systems} == {"ubuntu", "macos", "windows"}
    assert any(system.endswith("-arm") for system in systems)


def test_the_public_ci_runs_the_same_command_as_everyone() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    assert {"run": "make test"} in workflow["jobs"]["test"]["steps"]
    assert {"run": "make dist-check"} in workflow["jobs"]["dist-check"]["steps"]
