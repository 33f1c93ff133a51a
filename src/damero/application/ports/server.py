"""Time, chance and password hashing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

Choice = TypeVar("Choice")


class ServerClock(Protocol):
    def now(self) -> int:
        """Server time in milliseconds: never goes back, ignores the wall clock, stops while the server is down."""

    def wall(self) -> int:
        """The wall clock in milliseconds."""


class Randomness(Protocol):
    def pick(self, items: Sequence[Choice], /) -> Choice: ...

    def secret(self) -> str:
        """64 random hexadecimal digits."""

    def code(self) -> str:
        """A short random code that people can tell each other."""

    def identifier(self, *parts: str) -> str:
        """An unguessable id, the same whenever the same parts are given."""


class Passwords(Protocol):
    async def hash(self, password: str) -> str: ...

    async def verify(self, password: str, password_hash: str | None) -> bool:
        """Whether the password is correct. Takes as long without a hash as with one."""


class Timers(Protocol):
    def set(self, match_id: str, at: int | None) -> None:
        """Checks this match for a timeout at this server time; None cancels its timer."""
