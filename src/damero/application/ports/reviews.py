"""Reviews that are stored with their matches."""

from __future__ import annotations

from typing import Protocol

from damero.domain.analysis import Judgement


class ReviewStore(Protocol):
    """What an engine found about every move of a finished match. It is computed once."""

    async def find(self, match_id: str) -> tuple[Judgement, ...] | None: ...

    async def add(self, match_id: str, judgements: tuple[Judgement, ...], at: int) -> None:
        """Durable when this returns. If there is a review already, it stays."""
