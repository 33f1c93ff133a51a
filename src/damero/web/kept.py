"""Keeps the newest answers that are expensive to make."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")


class Kept(Generic[Key]):
    """The answers that were asked for last, no more than `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Key, bytes] = OrderedDict()

    async def get(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        if key not in self._answers:
            self._answers[key] = await make()
        self._answers.move_to_end(key)
        answer = self._answers[key]
        while len(self._answers) > self._most:
            self._answers.popitem(last=False)
        return answer
