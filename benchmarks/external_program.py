"""An external program that communicates in lines of text, whatever its language and protocol."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from threading import Timer

TIMEOUT = 120.0
"""Seconds to wait for an answer before the program is killed."""


class ProgramFailed(Exception):
    """The program has ended or sent something that cannot be understood."""


class ExternalProgram:
    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise SystemExit(f"Cannot start {command[0]}: {error.strerror}.") from error

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise ProgramFailed("it no longer reads its input") from error

    def receive(self) -> str:
        """The next line of its output."""
        assert self._process.stdout is not None
        timer = Timer(TIMEOUT, self._process.kill)
        timer.start()
        try:
            line = self._process.stdout.readline()
        finally:
            timer.cancel()
        if not line:
            raise ProgramFailed("it ended or did not answer in time")
        return line.strip()
