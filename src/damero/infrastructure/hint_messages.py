"""Hints between servers as bytes. Servers with another key, of another database, neither read nor write them."""

from __future__ import annotations

import hmac
from hashlib import blake2b
from typing import get_args

import msgspec

from damero.application.ports import Hint

SEAL = 16
"""Bytes."""
KINDS: dict[str, type[Hint]] = {kind.__name__: kind for kind in get_args(Hint)}
NOTHING = msgspec.Raw(b"null")


class _Message(msgspec.Struct, array_like=True):
    sender: str
    kind: str
    body: msgspec.Raw = NOTHING


class UnreadableMessage(ValueError):
    """Of a server with another key, or of something else."""


class HintMessages:
    def __init__(self, server: str, key: bytes) -> None:
        self._server, self._key = server, key
        self.beat = self._sealed(_Message(server, "Beat"))
        """Says nothing but that its server is there."""

    def encode(self, hint: Hint) -> bytes:
        return self._sealed(_Message(self._server, type(hint).__name__, msgspec.Raw(msgspec.json.encode(hint))))

    def decode(self, data: bytes) -> Hint | None:
        """None for what tells this server nothing: its own messages, and kinds that it does not know."""
        seal, content = data[:SEAL], data[SEAL:]
        if not hmac.compare_digest(seal, self._seal(content)):
            raise UnreadableMessage("sealed with another key")
        try:
            message = msgspec.json.decode(content, type=_Message)
            if message.sender == self._server or message.kind not in KINDS:
                return None
            return msgspec.json.decode(message.body, type=KINDS[message.kind])
        except msgspec.MsgspecError as error:
            raise UnreadableMessage(str(error)) from error

    def _sealed(self, message: _Message) -> bytes:
        content = msgspec.json.encode(message)
        return self._seal(content) + content

    def _seal(self, content: bytes) -> bytes:
        return blake2b(content, key=self._key, digest_size=SEAL).digest()
