"""Follows docs/start.md word by word in an empty folder, with a wheel in the place of the published package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

PAGE = Path(__file__).parents[2] / "docs" / "start.md"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
REST = "…"
"""The page leaves out the rest of an output."""
_BLOCK = re.compile(r"^```(sh|console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Step:
    """Something to run, and what the page says it prints."""

    kind: Literal["shell", "server", "python"]
    text: str
    printed: tuple[str, ...] = ()

    def check(self, output: str) -> None:
        lines = output.splitlines()
        if REST in self.printed:
            lines = [*lines[: self.printed.index(REST)], REST]
        if self.printed and tuple(lines) != self.printed:
            raise AssertionError(f"{self.text}\nprints\n{output}\nand the page says\n{chr(10).join(self.printed)}")


def steps(page: str) -> Iterator[Step]:
    """What the page tells its reader to do."""
    for kind, text in _BLOCK.findall(page):
        if kind == "python":
            yield Step("python", text, tuple(_PRINTED.findall(text)))
        elif kind == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, *printed = part.splitlines()
                yield Step("shell", command, tuple(printed))
        else:
            yield Step("server" if text.strip() == "damero" else "shell", text)


def follow(folder: Path, wheel: Path) -> Path:
    """Runs every step but the server. Returns the folder of the programs that the page has installed."""
    programs = folder / "damero-env" / "bin"
    search = f"{programs}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for step in steps(PAGE.read_text(encoding="utf-8")):
        text = step.text.replace("pip install damero", f"pip install --quiet '{wheel}'")
        command = ["python", "-c", text] if step.kind == "python" else ["bash", "-ec", text]
        if step.kind != "server":
            step.check(run_in(folder, search, command))
    return programs


def run_in(folder: Path, search: str, command: list[str]) -> str:
    return subprocess.run(
        command, cwd=folder, env=ENVIRONMENT | {"PATH": search}, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
