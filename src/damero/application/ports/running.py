"""The positions that people are playing, where several servers share a store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class RunningLook:
    """A short key of how a position of a match looks, whichever way round."""

    match_id: str
    version: int
    key: bytes


class RunningLooks(Protocol):
    async def replace(self, looks: Sequence[RunningLook], ended: Sequence[str]) -> None:
        """Adds these looks, keeps the newest few of each match, and drops those of matches that ended."""

    async def occur(self, keys: Sequence[bytes]) -> bool:
        """Whether a running match looks like one of these."""

    async def forget_finished(self) -> None:
        """Drops what a server left behind that died before it could."""
