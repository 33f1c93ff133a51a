"""Passwords hashed by argon2id in threads, a few at a time because each hash takes tens of megabytes."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MAX_CONCURRENT = 2


class Argon2Passwords:
    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        async with self._slots:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def verify(self, password: str, password_hash: str | None) -> bool:
        checked = password_hash or await self._dummy_hash()
        async with self._slots:
            return await asyncio.to_thread(self._is_correct, checked, password) and password_hash is not None

    def _is_correct(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _dummy_hash(self) -> str:
        """Checked when there is no account, so that the answer takes as long as for an existing one."""
        if self._dummy is None:
            self._dummy = await self.hash("nobody's password")
        return self._dummy
