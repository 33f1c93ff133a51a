"""The browser client's types, lint and unit tests, checked by deno."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CLIENT = HERE.parents[1] / "src" / "damero" / "web" / "static"
DENO = Path(sys.executable).with_name("deno")
CONFIG = ("--config", str(HERE / "deno.json"))
LONGEST_FILE = 300


def run_deno(*arguments: str) -> None:
    finished = subprocess.run([str(DENO), *arguments], capture_output=True, text=True, cwd=HERE, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr


def scripts() -> list[Path]:
    return sorted(CLIENT.rglob("*.js"))


def test_the_unit_tests_pass() -> None:
    run_deno("test", "--quiet", "--no-check", *CONFIG, "units")


def test_the_types_are_correct() -> None:
    modules = [str(path) for path in scripts() if path.name != "sw.js"]
    run_deno("check", "--quiet", *CONFIG, *modules, *map(str, (HERE / "units").glob("*.js")))


def test_the_code_is_formatted() -> None:
    run_deno("fmt", "--check", "--quiet", *CONFIG, str(CLIENT / "js"), str(CLIENT / "sw.js"), "units")


def test_the_linter_finds_nothing() -> None:
    run_deno("lint", "--quiet", *CONFIG, str(CLIENT / "js"), "units")


WRITTEN = [path for path in (*scripts(), *CLIENT.rglob("*.css")) if path.name != "wire.js"]
"""All but the generated file."""


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


def test_no_markup_is_made_from_data() -> None:
    for path in scripts():
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(")), path


def test_nothing_is_loaded_from_other_hosts() -> None:
    for path in [*scripts(), *CLIENT.rglob("*.css"), *CLIENT.glob("*.html")]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "//cdn" not in text, path
        assert "@import" not in text, path
        assert 'src="http' not in text, path


def test_no_script_names_a_game(catalogue_ids: frozenset[str]) -> None:
    """Boards, pieces and names come from the catalogue: the browser asks for no game by its id."""
    for path in scripts():
        text = path.read_text(encoding="utf-8")
        named = [game for game in catalogue_ids if f'"{game}"' in text or f"'{game}'" in text]
        assert not named, (path, named)


@pytest.fixture
def catalogue_ids() -> frozenset[str]:
    from damero.domain.catalogue import GAMES

    return frozenset(game.info.id for game in GAMES)
