"""The project's files, and its Python modules as syntax trees."""

from __future__ import annotations

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "damero"


@cache
def tracked_files() -> tuple[Path, ...]:
    """What belongs to the project: everything that git does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def files(*suffixes: str, under: Path = ROOT) -> list[Path]:
    return [path for path in tracked_files() if path.suffix in suffixes and path.is_relative_to(under)]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
