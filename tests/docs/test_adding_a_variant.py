"""A variant is a record with its title and summary, a perft file and a page of rules: no code and no test changes.

The test adds one to a copy of the tree and runs there the tests that hold for every variant.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.perft import naive
from tests.perft.reader import read_suite

from damero.domain.catalogue import GAMES

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "docs", "pyproject.toml")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.c", ".pytest_cache", ".hypothesis")

NEW = "example"
RECORD = """
EXAMPLE = Rules(
    id="example",
    flying_kings=False,
    men_capture_backward=True,
    promotion=Promotion.ENDS_TURN,
    priority=Priority.MOST_PIECES,
    draws=Draws(no_progress=70),
)
"""
TEXTS = {
    "game_title.example": "Example draughts",
    "game_summary.example": "Short kings, men that capture backward, and the longest capture.",
}
LAWS = "back=yes fly=no only_the_piece=no order=quantity crowning=ends men_take_kings=yes size=8"
MOST_LEAVES = 1_000
PAGE = """\
# Example draughts

```position
game: example
position: W:W14:B18
moves: 14x23
```

```position
game: example
position: W:WK29:B22
legal: 29-25
```

```position
game: example
position: W:W21,27:B17,10,23
moves: 21x14x7
```
"""

FOR_EVERY_VARIANT = (
    "tests/perft",
    "tests/docs/test_rules_pages.py",
    "tests/domain/test_catalogue.py",
    "tests/domain/draughts/test_variants.py",
    "tests/domain/draughts/test_draws.py",
    "tests/domain/draughts/test_moves.py",
    "tests/domain/draughts/test_position.py",
    "tests/architecture/test_rules_are_data.py",
    "tests/engines/test_registry.py",
    "tests/engines/draughts/test_combinations.py",
    "tests/engines/draughts/test_evaluate.py",
    "tests/engines/draughts/test_perft.py",
    "tests/engines/draughts/test_trained_weights.py",
)
OTHERS = [game.info.id for game in GAMES]
"""What holds for these was tested where they belong."""
BY_ITS_NAME = ("tests/conformance", "tests/engines/draughts/test_kernel.py", "tests/engines/test_levels.py")


def add_variant(tree: Path) -> None:
    """What docs/adding-a-variant.md asks for, and nothing more."""
    variants = tree / "src/damero/domain/draughts/variants.py"
    before, listed = variants.read_text(encoding="utf-8").split("\nVARIANTS = (", 1)
    listed = listed.replace("\n)\n", "\n    EXAMPLE,\n)\n", 1)
    variants.write_text(f"{before}{RECORD}\nVARIANTS = ({listed}", encoding="utf-8")
    texts = tree / "src/damero/texts/en.json"
    english = json.loads(texts.read_text(encoding="utf-8"))
    texts.write_text(json.dumps(english | {"texts": english["texts"] | TEXTS}), encoding="utf-8")
    (tree / f"tests/perft/{NEW}.perft").write_text(perft_suite(), encoding="utf-8")
    (tree / f"docs/rules/{NEW}.md").write_text(PAGE, encoding="utf-8")


def perft_suite() -> str:
    """The positions of another suite, counted by the naive generator."""
    laws = naive.read_laws(dict(field.split("=") for field in LAWS.split()))
    lines = [f"laws: {LAWS}"]
    for line in read_suite("russian"):
        counts: list[int] = []
        while not counts or 0 < counts[-1] <= MOST_LEAVES // 10:
            counts.append(naive.perft(*naive.read_fen(line.fen, laws), laws, len(counts) + 1))
        depths = "".join(f" ;D{depth} {count}" for depth, count in enumerate(counts, start=1))
        lines.append(line.fen + depths)
    return "\n".join(lines) + "\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in COPIED:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True, ignore=NOT_COPIED)
        else:
            shutil.copy(source, target)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def run(tree: Path, *command: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", *command], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_a_variant_is_a_record_a_perft_file_and_a_page_of_rules(tree: Path) -> None:
    add_variant(tree)
    arguments = ("pytest", "-q", "-x", "-m", "not slow", "-p", "no:cacheprovider")
    assert " passed" in run(tree, *arguments, "-k", f"{NEW} or not ({' or '.join(OTHERS)})", *FOR_EVERY_VARIANT)
    assert " passed" in run(tree, *arguments, "-k", NEW, *BY_ITS_NAME)
    assert NEW in run(tree, "damero", "games")
    assert run(tree, "damero", "bestmove", NEW, "--position", "W:W21,27:B17,10,23").startswith("21x14x7 ")


@pytest.mark.slow
def test_a_variant_without_its_page_or_its_perft_file_is_found(tree: Path) -> None:
    add_variant(tree)
    (tree / f"docs/rules/{NEW}.md").unlink()
    with pytest.raises(AssertionError, match="has_a_page"):
        run(tree, "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/docs/test_rules_pages.py")
    (tree / f"tests/perft/{NEW}.perft").unlink()
    with pytest.raises(AssertionError, match="has_a_suite"):
        run(tree, "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/perft", "-k", "has_a_suite")
