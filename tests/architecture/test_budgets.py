"""Files and functions stay small enough to be read at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.sources import PACKAGE, ROOT, files, named, tree_of

PYTHON = files(".py")
COMPILED = files(".pyx", ".pxd", under=PACKAGE)
GENERATED = PACKAGE / "web" / "static" / "js" / "wire.js"
SCRIPTS = [path for path in files(".js", under=PACKAGE / "web" / "static") if path != GENERATED]
SOURCE = files(".py", under=PACKAGE)

FILE_LINES, SCRIPT_LINES = 400, 300
FUNCTION_LINES, USUAL_FUNCTION_LINES, USUAL_SHARE = 60, 30, 0.9

_COMPILED_FUNCTION = re.compile(r"^( *)(?:async )?(?:def|cdef(?! class)|cpdef)\b[^=]*\(")


def length(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def longer(paths: Iterable[Path], most: int) -> dict[str, int]:
    return {named(path): length(path) for path in paths if length(path) > most}


def test_no_file_has_more_than_four_hundred_lines() -> None:
    assert longer(PYTHON + COMPILED, FILE_LINES) == {}


def test_no_script_has_more_than_three_hundred_lines() -> None:
    assert longer(SCRIPTS, SCRIPT_LINES) == {}


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Each function of a Python file with its lines, decorators not counted."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{named(path)}:{node.lineno} {node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def compiled_functions(path: Path) -> Iterator[tuple[str, int]]:
    """Each function of a Cython file: from its first line to the last line that is indented deeper."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        head = _COMPILED_FUNCTION.match(line)
        if head is None:
            continue
        end = last = number
        for end in range(number + 1, len(lines)):
            deeper = lines[end].startswith(" " * (len(head[1]) + 1))
            if lines[end].strip() and not deeper and not lines[end].lstrip().startswith(")"):
                break
            last = end if lines[end].strip() else last
        yield f"{named(path)}:{number + 1} {line.strip()}", last - number + 1


def test_no_function_is_longer_than_sixty_lines() -> None:
    assert [name for path in PYTHON for name, lines in functions(path) if lines > FUNCTION_LINES] == []


def test_no_compiled_function_is_longer_than_sixty_lines() -> None:
    assert [name for path in COMPILED for name, lines in compiled_functions(path) if lines > FUNCTION_LINES] == []


def test_nine_functions_of_ten_have_at_most_thirty_lines() -> None:
    lengths = [lines for path in SOURCE for _, lines in functions(path)]
    usual = sum(lines <= USUAL_FUNCTION_LINES for lines in lengths)
    assert usual / len(lengths) >= USUAL_SHARE


def test_the_measure_of_compiled_functions_is_right() -> None:
    measured = compiled_functions(ROOT / "tests" / "architecture" / "measured.pyx.txt")
    assert [lines for _, lines in measured] == [3, 4, 2]
