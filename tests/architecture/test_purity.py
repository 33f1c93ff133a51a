"""The domain is pure: the standard library without clocks, chance, files, threads or networks, and nothing else."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import pytest
from tests.architecture.sources import PACKAGE, files, named, tree_of

DOMAIN = files(".py", under=PACKAGE / "domain")

IMPURE_MODULES = frozenset(
    {"asyncio", "concurrent", "datetime", "glob", "http", "io", "logging", "mmap", "multiprocessing", "os", "pathlib"}
    | {"pickle", "queue", "random", "secrets", "select", "selectors", "shelve", "shutil", "signal", "socket", "sqlite3"}
    | {"ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "warnings", "_thread"}
)
IMPURE_CALLS = frozenset(
    {"open", "print", "input", "exec", "eval", "compile", "__import__", "id", "globals", "setattr"}
)
BEYOND = (
    "damero.application",
    "damero.engines",
    "damero.infrastructure",
    "damero.web",
    "damero.cli",
    "damero.bootstrap",
)


def imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


def impurities(tree: ast.Module) -> list[str]:
    found = []
    for module in imports(tree):
        root = module.split(".")[0]
        ours = not module.startswith(BEYOND) and module.startswith(("damero.domain", "damero.texts", "damero.art"))
        allowed = ours or (root in sys.stdlib_module_names and root not in IMPURE_MODULES)
        found += [] if allowed else [f"imports {module}"]
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return found + [f"calls {call.id}" for call in calls if isinstance(call, ast.Name) and call.id in IMPURE_CALLS]


def test_every_domain_module_is_pure() -> None:
    assert {named(path): found for path in DOMAIN if (found := impurities(tree_of(path)))} == {}


def test_the_domain_was_found() -> None:
    assert {"game.py", "catalogue.py", "errors.py"} <= {path.name for path in DOMAIN}


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from time import time",
        "import os.path",
        "from damero.engines import levels",
        "from damero import game",
        "import numpy",
        "open('x')",
        "def f():\n    import secrets",
        "print(1)",
    ],
)
def test_what_is_impure_is_found(source: str) -> None:
    assert len(impurities(ast.parse(source))) == 1


@pytest.mark.parametrize(
    "source",
    ["import re", "from damero.domain.game import Game", "from damero.texts import Text", "from hashlib import sha256"],
)
def test_what_is_pure_passes(source: str) -> None:
    assert impurities(ast.parse(source)) == []


def global_rebindings(tree: ast.Module) -> list[str]:
    return [name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names]


def test_no_domain_module_rebinds_its_globals() -> None:
    assert {named(path): found for path in DOMAIN if (found := global_rebindings(tree_of(path)))} == {}
