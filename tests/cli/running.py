"""Runs the command line, in this process or in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from damero.cli.main import main

DAMERO = (sys.executable, "-m", "damero")


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> object:
        return json.loads(self.out)


def damero(*arguments: str, typed: str | bytes = "") -> Ran:
    """Runs a command in this process, with this text on stdin."""
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(typed.encode() if isinstance(typed, str) else typed), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", stdin):
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
    return Ran(code, out.getvalue(), err.getvalue())


def damero_process(*arguments: str, typed: str = "") -> Ran:
    done = subprocess.run([*DAMERO, *arguments], input=typed, capture_output=True, text=True, timeout=60, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)
