"""The positions that people are playing, where several servers share a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class RunningLook:
    """A short key of how a position of a match looks, whichever way round, and its pieces."""

    match_id: str
    version: int
    key: bytes
    is_opening: bool
    sizes: tuple[int, int]
    """How many pieces the two sides have, the smaller one first."""
    pieces: str


class RunningLooks(Protocol):
    async def replace(self, looks: Sequence[RunningLook], ended: Sequence[str]) -> None:
        """Adds these looks, keeps the newest few of each match, and drops those of matches that ended."""

    async def occur(self, keys: Sequence[bytes]) -> Mapping[bytes, bool]:
        """Those of these that running matches look like, and whether only in openings."""

    async def present(self, sizes: Sequence[tuple[int, int]]) -> Sequence[str]:
        """The pieces of the matches after the opening from which a move may lead to such numbers of pieces."""

    async def forget_finished(self) -> None:
        """Drops what a server left behind that died before it could."""
