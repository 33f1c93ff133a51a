"""What a client keeps of its matches: receipts, and the nonces that it announced."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from msgspec import structs

from damero.domain.fairness import nonce_hash
from damero.web import wire


@dataclass(frozen=True, slots=True)
class Receipt:
    """The head of a match's hash chain at a version. A record that does not lead to it was rewritten.

    `client.receipts` has the newest one of each match that the client has seen.

    >>> import asyncio
    >>> from damero.client import Client
    >>> async def receipt_of_new_match(address):
    ...     async with Client(address) as client:
    ...         await client.enter()
    ...         created = await client.create("banqi", opponent="engine")
    ...         return client.receipts[created.match.id]
    >>> asyncio.run(receipt_of_new_match(address)).version >= 1  # "http://127.0.0.1:8000"
    True
    """

    version: int
    head: str


class Receipts:
    """The newest receipt of each match."""

    def __init__(self) -> None:
        self._newest: dict[str, Receipt] = {}

    def __getitem__(self, match_id: str) -> Receipt:
        return self._newest[match_id]

    def keep(self, match_id: str, version: int, head: str | None) -> None:
        kept = self._newest.get(match_id)
        if head and (kept is None or version >= kept.version):
            self._newest[match_id] = Receipt(version, head)


class Nonces:
    """The player's part in the chance of each match: only the hash is announced, the nonce is told later."""

    def __init__(self) -> None:
        self._nonces: dict[str, str] = {}

    def announce(self, match_id: str) -> str:
        """The hash of the nonce for this match."""
        return nonce_hash(self._nonces.setdefault(match_id, secrets.token_hex(32)))

    def announce_rematch(self, order: wire.Request, match_id: str) -> wire.Request:
        """The offer or acceptance, with the hash of a nonce for the next match."""
        if isinstance(order, wire.Offer | wire.Accept) and order.nonce_hash is None:
            return structs.replace(order, nonce_hash=self.announce(f"rematch of {match_id}"))
        return order

    def keep(self, match_id: str, nonce: str) -> None:
        self._nonces[match_id] = nonce

    def of(self, match: wire.MatchFacts) -> str | None:
        return self._nonces.get(match.id) or self._nonces.get(f"rematch of {match.rematch_of}")
