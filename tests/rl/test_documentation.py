"""The examples of the modules run as they stand, and missing packages are told."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

from damero.rl import gymnasium, pettingzoo, vector


def test_the_examples_of_the_modules_run() -> None:
    for module in (gymnasium, pettingzoo, vector):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0


@pytest.mark.parametrize(
    ("module", "package"),
    [("vector", "numpy"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("open_spiel", "pyspiel")],
)
def test_without_the_extra_a_sentence_says_what_to_install(module: str, package: str) -> None:
    script = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "import damero\n"
        f"try: import damero.rl.{module}\n"
        "except damero.DameroError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f'MISSING_EXTRA This needs the package {package}: pip install "damero[rl]".\n'
