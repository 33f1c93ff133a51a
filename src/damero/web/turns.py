"""Lets the event loop attend to others between the requests of one address."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """In each turn of the event loop one request of each address begins, so that many at once delay nobody's moves."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def take(self, address: str, begin: Callable[[], None]) -> bool:
        """Calls `begin` now, or in a later turn if others of this address came first. Whether it was called."""
        waiting = self._waiting.get(address)
        if waiting is not None:
            waiting.append(begin)
            return False
        self._waiting[address] = deque()
        asyncio.get_running_loop().call_soon(self._next, address)
        begin()
        return True

    def _next(self, address: str) -> None:
        waiting = self._waiting[address]
        if not waiting:
            del self._waiting[address]
            return
        asyncio.get_running_loop().call_soon(self._next, address)
        waiting.popleft()()
