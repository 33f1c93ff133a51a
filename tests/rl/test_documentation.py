"""The examples of the documentation and of the modules run as they stand."""

from __future__ import annotations

import doctest
from pathlib import Path

from damero.rl import gymnasium, pettingzoo, vector

ROOT = Path(__file__).parents[2]


def test_the_examples_of_the_research_page_run() -> None:
    result = doctest.testfile(str(ROOT / "docs/research.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_examples_of_the_modules_run() -> None:
    for module in (gymnasium, pettingzoo, vector):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
