"""Reviews that are being computed: one for a match, however many people follow it, and a bounded number in all."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from damero.application.ports import Requester
from damero.domain.analysis import Judgement
from damero.domain.errors import DameroError
from damero.domain.review import Review

if TYPE_CHECKING:
    from damero.application.fair_play import AskedLine

MOST_RUNNING, MOST_OWN = 40, 2
"""Reviews at the same time, waiting for an engine included: in all, and begun by one player."""
MOST_AT_ADDRESS = 10
"""Begun by the players of one address."""
MOST_BUILT = 50
MOST_LINES = 8
"""A long game takes two megabytes."""


@dataclass(slots=True)
class RunningReview:
    requester: Requester
    """Who began it."""
    judgements: list[Judgement] = field(default_factory=list)
    error: BaseException | None = None
    is_over: bool = False
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, judgement: Judgement) -> None:
        self.judgements.append(judgement)
        self._tell()

    def end(self, error: BaseException | None = None) -> None:
        self.error, self.is_over = error, True
        self._tell()

    async def follow(self) -> AsyncGenerator[Judgement, None]:
        """Everything from the first move on. Whoever stops following stops nobody else."""
        told = 0
        while True:
            news = self._news
            while told < len(self.judgements):
                yield self.judgements[told]
                told += 1
            if self.is_over:
                break
            if news is self._news:
                await news.wait()
        if self.error is not None:
            raise self.error

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


@dataclass(slots=True)
class RunningReviews:
    by_match: dict[str, RunningReview] = field(default_factory=dict)
    built: OrderedDict[str, Review] = field(default_factory=OrderedDict)
    """Stored reviews that were shown lately."""
    lines: OrderedDict[str, AskedLine] = field(default_factory=OrderedDict)
    """Matches that were asked for lately, as fair play looks at them."""

    def begin(self, match_id: str, requester: Requester) -> RunningReview:
        others = [review.requester for review in self.by_match.values()]
        if sum(other.player == requester.player for other in others) >= MOST_OWN:
            raise DameroError("review.too_many_own", code="TOO_MANY_REVIEWS", most=MOST_OWN)
        here = sum(other.address == requester.address for other in others) if requester.address else 0
        if len(others) >= MOST_RUNNING or here >= MOST_AT_ADDRESS:
            raise DameroError("review.too_many", code="TOO_MANY_REVIEWS")
        begun = self.by_match[match_id] = RunningReview(requester)
        return begun

    def keep(self, match_id: str, review: Review) -> Review:
        self.built[match_id] = review
        if len(self.built) > MOST_BUILT:
            self.built.popitem(last=False)
        return review
