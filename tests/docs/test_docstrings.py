"""Every public name of the library is documented, and the examples are run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.web.servers import a_server

import damero

ROOT = Path(__file__).parents[2]
OTHERS = (
    "damero.rl.vector",
    "damero.domain.drawing.board",
    "damero.domain.drawing.diagram",
    "damero.domain.drawing.markup",
    "damero.domain.game_tree.lines",
    "damero.domain.game_tree.text",
)
"""Modules with examples that the reference does not name."""
ENTRY = re.compile(r"^::: ([\w.]+)\n((?:    +.*\n)*)", re.MULTILINE)
LISTED = re.compile(r"^ +members: \[(.*)\]", re.MULTILINE)


def entries() -> Iterator[str]:
    """Every name that the pages of the reference describe."""
    for page in sorted((ROOT / "docs" / "reference").glob("*.md")):
        for name, options in ENTRY.findall(page.read_text(encoding="utf-8") + "\n"):
            members = LISTED.findall(options)
            if "inherited_members" in options or not members:
                yield name
            else:
                yield from (f"{name}.{member}" for member in members[0].split(", ") if member)


ENTRIES = tuple(entries())
DESCRIBED = tuple(name for name in ENTRIES if not name.rpartition(".")[2].isupper())
"""Without constants, which have no docstring of their own."""


def named(name: str) -> Any:
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)


MODULES = sorted({*OTHERS, "damero", *(named(name).__module__ for name in DESCRIBED)})


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_server(tmp_path_factory.mktemp("server")) as address:
        yield address


def public_members(kind: type) -> Iterator[tuple[str, object]]:
    for name, member in vars(kind).items():
        plain = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        if not name.startswith("_") and (isinstance(plain, property) or inspect.isfunction(plain)):
            yield name, plain


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name: str, address: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs={"address": address}, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_name_has_an_example() -> None:
    values = {name: getattr(damero, name) for name in damero.__all__ if name != "GAMES"}
    missing = [name for name, value in values.items() if ">>>" not in (value.__doc__ or "")]
    assert [name for name in missing if not isinstance(values[name], ModuleType)] == []


@pytest.mark.parametrize("name", DESCRIBED)
def test_every_entry_of_the_reference_has_an_example(name: str) -> None:
    assert ">>>" in (named(name).__doc__ or "")


@pytest.mark.parametrize("name", [name for name in DESCRIBED if inspect.isclass(named(name))])
def test_every_member_that_the_reference_shows_is_documented(name: str) -> None:
    assert [member for member, value in public_members(named(name)) if not value.__doc__] == []


def test_only_public_names_are_listed() -> None:
    assert dir(damero) == sorted([*damero.__all__, "__version__"])


@pytest.mark.parametrize(
    "name",
    [
        *("client.Client", "rl.vector.VectorEnv", "rl.pettingzoo.env", "rl.gymnasium.AgainstEngine"),
        *("rl.open_spiel.load", "svg.board", "png.board", "plot.evaluation", "IllegalMove", "__version__"),
    ],
)
def test_everything_is_reached_from_the_package(name: str) -> None:
    """In a process of its own: here, other tests have imported the submodules."""
    subprocess.run([sys.executable, "-c", f"import damero; damero.{name}"], check=True)


def test_the_modules_for_learning_are_listed() -> None:
    assert {"encoding", "gymnasium", "open_spiel", "pettingzoo", "vector"} <= set(dir(damero.rl))


def test_a_wrong_name_is_told() -> None:
    with pytest.raises(AttributeError, match="no attribute 'borad'"):
        damero.borad  # noqa: B018
