"""Passwords hashed by argon2id in threads, a few at a time because each hash takes tens of megabytes."""

from __future__ import annotations

from functools import partial

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from damero.application.work_queue import WorkQueue

AT_ONCE, WAITING = 2, 40


class Argon2Passwords:
    """What would wait too long is refused by `ServerBusy`. What nobody waits for any more is not begun."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._queue = WorkQueue("password", threads=AT_ONCE, waiting=WAITING)
        self.nobodys = _unreachable_hash(self._hasher)
        """Checked when there is no account."""

    async def hash(self, password: str) -> str:
        return await self._queue.run(partial(self._hasher.hash, password))

    async def verify(self, password: str, password_hash: str | None) -> bool:
        """Without a hash another one is checked, so that the answer takes as long as for an existing account."""
        return await self._queue.run(partial(self._is_correct, password_hash or self.nobodys, password))

    def _is_correct(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False


def _unreachable_hash(hasher: PasswordHasher) -> str:
    """Looks like a hash, costs as much to check, and was made without a password."""
    salt, digest = ("A" * _base64_length(length) for length in (hasher.salt_len, hasher.hash_len))
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${digest}"


def _base64_length(count: int) -> int:
    """Of this many bytes, without padding."""
    return (4 * count + 2) // 3
