"""Builds endgame tables in a process of the lowest priority, while games go on.

The process is started as this module and reads the rules from its standard input. It is not a `multiprocessing` child,
because engines run in daemonic workers, which may not have any. It ends with the process that started it, as the pipe
then closes; what is finished is kept.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from threading import Thread

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.tablebase.build import AlreadyBuilding, Builder
from damero.engines.draughts.tablebase.tables import folder_of
from damero.operating_system import lower_priority

LOWEST_PRIORITY = 19
MODULE = "damero.engines.draughts.tablebase.background"


def start_build(rules: Rules, pieces: int) -> subprocess.Popen[bytes]:
    """Start a process that builds all tables of up to this many pieces, unless another one is building them."""
    process = subprocess.Popen(
        [sys.executable, "-m", MODULE], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        pickle.dump((rules, pieces), process.stdin)
        process.stdin.flush()
    return process


def main() -> None:
    lower_priority(LOWEST_PRIORITY)
    rules, pieces = pickle.load(sys.stdin.buffer)
    Thread(target=_end_with_parent, args=(sys.stdin.fileno(),), daemon=True).start()
    with suppress(AlreadyBuilding):
        Builder(rules, folder_of(rules), threads=1).build(pieces, may_wait=False)


def _end_with_parent(pipe: int) -> None:
    os.read(pipe, 1)
    os._exit(1)


if __name__ == "__main__":
    main()
