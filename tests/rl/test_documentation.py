"""The examples of the modules run as they stand."""

from __future__ import annotations

import doctest

from damero.rl import gymnasium, pettingzoo, vector


def test_the_examples_of_the_modules_run() -> None:
    for module in (gymnasium, pettingzoo, vector):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
