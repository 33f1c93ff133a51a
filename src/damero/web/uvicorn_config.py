"""How the server's process runs: the same in `damero serve`, in the benchmarks and in tests."""

from __future__ import annotations

import gc
import sys

import uvicorn
from litestar import Litestar

from damero.web.wire import LONGEST_FRAME

SWITCH = 0.001
"""Seconds after which the thread that writes gets its turn beside a busy event loop; Python's 5 ms would be felt."""
NEW_OBJECTS, YOUNG, OLD = 20_000, 20, 500
"""Python looks for lost cycles among so many new objects, and seldom through everything: with thousands of matches at
hand that takes a tenth of a second, in which no clock is stopped. The server does it when no flag is due."""


def configure(app: Litestar, *, grace: int = 3) -> uvicorn.Config:
    """Small frames are not compressed; the line pings by itself; who is slow to go gets so many seconds."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        timeout_graceful_shutdown=grace,
    )


def settle_process() -> None:
    """Once everything is loaded, before the first request."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG, OLD)
