"""No code asks which game it is: a difference in play is a field in a rules record."""

from __future__ import annotations

import ast
import re

import pytest
from tests.architecture.sources import PACKAGE, files, named, tree_of

from damero.domain.catalogue import GAMES

IDS = frozenset(game.info.id for game in GAMES) | frozenset(game.info.family for game in GAMES)
_QUOTED_ID = "|".join(f"[\"'`]{re.escape(game_id)}[\"'`]" for game_id in sorted(IDS))
_SCRIPT_COMPARISON = re.compile(
    rf"(?:[=!]==?\s*(?:{_QUOTED_ID}))|(?:(?:{_QUOTED_ID})\s*[=!]==?)|case\s+(?:{_QUOTED_ID})"
)


def ids_in(node: ast.AST) -> set[str]:
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)} & IDS


def comparisons(tree: ast.Module) -> list[str]:
    """Where an id is compared, matched or looked for at the start or end of a text."""
    found = []
    for node in ast.walk(tree):
        asks = isinstance(node, ast.Compare | ast.MatchValue) or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("startswith", "endswith", "removeprefix", "removesuffix")
        )
        found += [f"line {getattr(node, 'lineno', 0)}: {game_id}" for game_id in ids_in(node)] if asks else []
    return found


def test_no_python_code_compares_a_games_id() -> None:
    modules = files(".py", ".pyi", under=PACKAGE)
    assert {named(path): found for path in modules if (found := comparisons(tree_of(path)))} == {}


def test_no_other_code_compares_a_games_id() -> None:
    texts = {named(path): path.read_text(encoding="utf-8") for path in files(".pyx", ".pxd", ".js", under=PACKAGE)}
    assert {name: found for name, text in texts.items() if (found := _SCRIPT_COMPARISON.findall(text))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "info.id == 'drafti'",
        "'banqi' != game_id",
        "game_id in ('russian', 'pool')",
        "info.family == 'stratego'",
        "game_id.startswith('stratego')",
        "match game_id:\n    case 'italian': pass",
    ],
)
def test_a_comparison_is_found_in_python(source: str) -> None:
    assert comparisons(ast.parse(source))


@pytest.mark.parametrize("source", ['if (id === "banqi")', "game.id != 'drafti'", "case `russian`:", "'pool' == id"])
def test_a_comparison_is_found_in_scripts(source: str) -> None:
    assert _SCRIPT_COMPARISON.search(source)


MAY_NAME_A_VARIANT = frozenset({"__init__.py", "compat.py", "readings.py", "variants.py", "writing.py"})
"""They make the games, speak for documents with a variant of their own, or read a variant's name from a file."""


def test_no_rule_knows_a_variant() -> None:
    modules = [path for path in files(".py", under=PACKAGE / "domain") if path.name not in MAY_NAME_A_VARIANT]
    imported = {named(path): variants_imported(tree_of(path)) for path in modules}
    assert {name: found for name, found in imported.items() if found} == {}


def variants_imported(tree: ast.Module) -> list[str]:
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return [node.module for node in imports if node.module and node.module.endswith(".variants")]


@pytest.mark.parametrize("source", ["game('drafti')", "Rules(id='drafti')", "{'banqi': 1}"])
def test_naming_a_game_is_no_comparison(source: str) -> None:
    assert comparisons(ast.parse(source)) == []
