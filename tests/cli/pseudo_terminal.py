"""Runs the command line in a pseudo-terminal, where tests can type and read."""

from __future__ import annotations

import codecs
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from tests.cli.running import DAMERO

TIMEOUT = 120.0


class PseudoTerminal:
    def __init__(self, process: subprocess.Popen[bytes], line: int) -> None:
        self.process = process
        self.shown = ""
        self._line = line
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def type(self, text: str) -> None:
        os.write(self._line, f"{text}\n".encode())

    def interrupt(self) -> None:
        """Sends SIGINT to all processes, as Ctrl-C does, until the first one ends.

        Once is not enough: Python sees a signal that arrives just before a wait only after the wait.
        """
        for _ in range(10):
            os.killpg(self.process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=2)
                return

    def wait_for(self, text: str) -> str:
        """Reads until the text appears and returns everything since the last call."""
        end = time.monotonic() + TIMEOUT
        while text not in self.shown:
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{text!r} did not appear in {self.shown!r}")
        found, _, self.shown = self.shown.partition(text)
        return found + text

    def exit_code(self) -> int:
        end = time.monotonic() + TIMEOUT
        while self._read(end - time.monotonic()):
            pass
        return self.process.wait(timeout=TIMEOUT)

    def _read(self, timeout: float) -> bool:
        readable, _, _ = select.select([self._line], [], [], max(timeout, 0))
        try:
            chunk = os.read(self._line, 65536) if readable else b""
        except OSError:  # Linux reports a closed other end this way
            chunk = b""
        self.shown += self._decoder.decode(chunk)
        return bool(chunk)


@contextmanager
def pseudo_terminal(*arguments: str, environment: Mapping[str, str]) -> Iterator[PseudoTerminal]:
    line, end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **environment}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # otherwise an ignored signal would be inherited
    process = subprocess.Popen(
        [*DAMERO, *arguments], stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True
    )
    signal.signal(signal.SIGINT, before)
    os.close(end)
    try:
        yield PseudoTerminal(process, line)
    finally:
        os.close(line)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
