"""What exists on one kind of operating system only is used in one module, which asks for the platform first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.architecture.sources import PACKAGE, files, named, tree_of

ONE_SYSTEM = frozenset({"fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "termios", "tty", "winreg"})
PLACES = frozenset({"src/damero/operating_system.py", "src/damero/web/open_files.py"})
_COMPILER = re.compile(r"__builtin_|__attribute__|^from posix\b", re.MULTILINE)


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]


def test_modules_of_one_system_are_imported_in_their_places_only() -> None:
    sources = files(".py", under=PACKAGE)
    found = {named(path) for path in sources if ONE_SYSTEM & set(imported(tree_of(path)))}
    assert found == PLACES


def test_names_of_one_compiler_are_used_in_one_place_only() -> None:
    sources = files(".pyx", ".pxd", under=PACKAGE)
    found = {named(path) for path in sources if _COMPILER.search(path.read_text(encoding="utf-8"))}
    assert found == {"src/damero/engines/bits.pxd"}


@pytest.mark.parametrize("source", ["import fcntl", "from resource import getrlimit"])
def test_an_import_of_one_system_is_found(source: str, tmp_path: Path) -> None:
    assert ONE_SYSTEM & set(imported(ast.parse(source)))
