"""Ports for servers that a test stops and starts again."""

from __future__ import annotations

import socket
from random import Random

CANDIDATES = range(10_000, 32_000)
"""Below those of outgoing connections, which could take the port while no server listens on it."""


def free_port() -> int:
    """A port on which nobody listens."""
    chance = Random()
    return next(port for port in iter(lambda: chance.choice(CANDIDATES), None) if is_free(port))


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
