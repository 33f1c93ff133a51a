"""Settings of the server process, the same in `damero serve`, the benchmarks and the tests."""

from __future__ import annotations

import gc
import sys

import uvicorn
from litestar import Litestar

from damero.web.http_protocol import limited_protocol
from damero.web.limits import GATE, Gate
from damero.web.live.websocket_protocol import websocket_protocol
from damero.web.wire import LONGEST_FRAME

SWITCH = 0.001
"""Seconds between thread switches. Python's default of 5 ms would delay the writer thread under load, and delay the
event loop whenever another thread computes."""
NEW_OBJECTS, YOUNG, OLD = 25_000, 0, 4_000
"""Thresholds of Python's garbage collector. It looks at 50,000 new objects at most, which takes some 25 milliseconds,
and at none more than twice. Most objects that a move makes are gone before it looks at all.
It does not get to older objects before the server itself has looked at them, a few at a time."""


def configure(app: Litestar, *, grace: int = 3) -> uvicorn.Config:
    """Frames are small and need no compression; connections send their own pings; stopping takes `grace` seconds.

    The X-Forwarded-For header is believed only if it comes from one of the trusted proxies.
    """
    gate: Gate = app.state[GATE]
    proxies = gate.proxies.networks()
    return uvicorn.Config(
        app,
        http=limited_protocol(gate),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws=websocket_protocol(gate),
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        timeout_graceful_shutdown=grace,
    )


def settle_process() -> None:
    """Call once everything is loaded, before the first request."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG, OLD)
