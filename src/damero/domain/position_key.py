"""A number for a position, the same wherever and however it was reached."""

from __future__ import annotations

from hashlib import blake2b

from damero.domain.game import Position


def position_key(position: Position) -> int:
    """64 bits with a sign, as databases store them: of the board and the side to move, as everyone may know them."""
    digest = blake2b(position.view(None).text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
