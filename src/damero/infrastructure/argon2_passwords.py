"""Passwords by argon2id, hashed outside the event loop and a few at a time, since each takes tens of megabytes."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2


class Argon2Passwords:
    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, password_hash: str | None) -> bool:
        known = password_hash or await self._hash_of_nobody()
        async with self._turn:
            return await asyncio.to_thread(self._verify, known, password) and password_hash is not None

    def _verify(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _hash_of_nobody(self) -> str:
        """A hash to check against when there is none, so that both take equally long."""
        if self._nobody is None:
            self._nobody = await self.hash("nobody's password")
        return self._nobody
