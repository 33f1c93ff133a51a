"""Commands start quickly: what is slow to import is imported only when it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from damero.cli.commands import COMMANDS

SLOW = (
    "apsw",
    "argon2",
    "httpx",
    "litestar",
    "msgspec",
    "nacl",
    "numpy",
    "rich",
    "uvicorn",
    "damero.application.services",
    "damero.bootstrap",
    "damero.web",
)
WITHOUT_GAMES = ("admin", "backup", "keys", "serve", "verify")
"""Their help needs no rules."""
SCRIPT = """
import contextlib, io, sys
from damero.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(*sorted(sys.modules))
"""


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_the_help_of_a_command_imports_nothing_slow(command: str) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, command, "--help"], capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    assert imported.isdisjoint(SLOW)
    if command in WITHOUT_GAMES:
        assert imported.isdisjoint({"damero.domain.catalogue", "damero.engines"})
