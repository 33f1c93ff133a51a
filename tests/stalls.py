"""How long the machine keeps this process waiting, so that tests of time blame only what is theirs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

PAUSE = 0.005


@dataclass
class Stalls:
    worst: int = 0
    """Milliseconds that a thread with nothing to do was late at most; a thread with work may meet two such stalls."""


@contextmanager
def watched_stalls() -> Iterator[Stalls]:
    stalls, over = Stalls(), threading.Event()

    def watch() -> None:
        while not over.is_set():
            began = time.monotonic()
            time.sleep(PAUSE)
            stalls.worst = max(stalls.worst, int(1000 * (time.monotonic() - began - PAUSE)))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield stalls
    finally:
        over.set()
        watcher.join()
