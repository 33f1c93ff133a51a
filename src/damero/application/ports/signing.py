"""The keys with which the server signs records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from damero.domain.record import Signature, key_id


@dataclass(frozen=True, slots=True)
class PublishedKey:
    """A public key of the server. Times are milliseconds of the wall clock."""

    public_key: bytes
    since: int
    until: int | None = None
    """When another key took its place; None while records are signed with it."""

    @property
    def id(self) -> str:
        return key_id(self.public_key)


class SigningKeys(Protocol):
    """The keys with which this server signs records. Private keys stay inside."""

    def sign(self, message: bytes) -> Signature: ...

    @staticmethod
    def check(public_key: bytes, signature: bytes, message: bytes, /) -> bool:
        """Whether this is an Ed25519 signature of the message, by whatever key. Can be pickled: it knows no key."""

    def published(self) -> tuple[PublishedKey, ...]:
        """The present key, then all earlier ones."""
