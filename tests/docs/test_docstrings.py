"""Every public name of the library is documented, and the examples are run."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from types import ModuleType

import pytest

import damero

MODULES = (
    "damero",
    "damero.bot",
    "damero.svg",
    "damero.png",
    "damero.plot",
    "damero.domain.catalogue",
    "damero.domain.game",
    "damero.engines.match_table",
    "damero.rl.gymnasium",
    "damero.rl.open_spiel",
    "damero.rl.pettingzoo",
    "damero.rl.vector",
    "damero.domain.errors",
    "damero.domain.drawing.board",
    "damero.domain.drawing.diagram",
    "damero.domain.drawing.markup",
    "damero.domain.game_tree",
    "damero.domain.game_tree.lines",
    "damero.domain.game_tree.text",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_name_has_an_example() -> None:
    values = {name: getattr(damero, name) for name in damero.__all__ if name != "GAMES"}
    missing = [name for name, value in values.items() if ">>>" not in (value.__doc__ or "")]
    assert [name for name in missing if not isinstance(values[name], ModuleType)] == []


@pytest.mark.parametrize(
    "name",
    [
        *("domain.game.Game", "domain.game.Position", "domain.game.View", "domain.game.Move", "domain.game.Outcome"),
        *("engines.match_table.MatchTable", "svg.board", "svg.game", "png.board", "png.game", "plot.evaluation"),
        *("rl.pettingzoo.env", "rl.gymnasium.AgainstEngine", "rl.open_spiel.load", "rl.vector.VectorEnv"),
    ],
)
def test_the_main_names_of_submodules_have_examples(name: str) -> None:
    module, _, last = name.rpartition(".")
    assert ">>>" in getattr(importlib.import_module(f"damero.{module}"), last).__doc__


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
