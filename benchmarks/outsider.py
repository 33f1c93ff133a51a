"""A program from outside that plays by lines of text, whatever its language and its protocol."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from threading import Timer

PATIENCE = 120.0
"""Seconds for an answer; a program that takes longer is ended."""


class Gone(Exception):
    """The program has ended, or says what nobody understands."""


class Outsider:
    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise SystemExit(f"{command[0]} cannot be started: {error.strerror}.") from error

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise Gone("it does not listen") from error

    def hear(self) -> str:
        """Its next line."""
        assert self._process.stdout is not None
        watch = Timer(PATIENCE, self._process.kill)
        watch.start()
        try:
            line = self._process.stdout.readline()
        finally:
            watch.cancel()
        if not line:
            raise Gone("it says nothing more")
        return line.strip()
