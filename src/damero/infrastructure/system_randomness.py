"""Randomness from the operating system, and identifiers derived from a secret key."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from collections.abc import Sequence

from damero.application.ports import Choice

CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike."""
CODE_LENGTH = 6
IDENTIFIER_LENGTH = 12


class SystemRandomness:
    def __init__(self, identifier_key: bytes) -> None:
        self._identifier_key = identifier_key

    def pick(self, items: Sequence[Choice], /) -> Choice:
        return secrets.choice(items)

    def secret(self) -> str:
        return secrets.token_hex(32)

    def code(self) -> str:
        return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))

    def identifier(self, *parts: str) -> str:
        message = b"".join(len(part).to_bytes(4, "big") + part.encode() for part in parts)
        return b32encode(hmac.digest(self._identifier_key, message, "sha256")).decode().lower()[:IDENTIFIER_LENGTH]
