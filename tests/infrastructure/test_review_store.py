"""What every `ReviewStore` must do."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.infrastructure.implementations import OpenStores
from tests.infrastructure.stored_matches import active

from damero.domain.analysis import Guess, Judgement, KnownResult

pytestmark = pytest.mark.asyncio

FIRST = Judgement(1, "white", "21-17", "22-18", ("22-18", "9-13"), 12, 30, 0, -18, reply=("9-13",))
SECOND = Judgement(
    2,
    "black",
    "e4xe5=HF",
    "b3?",
    ("b3?",),
    -40_000,
    0,
    -55,
    20,
    known_before=KnownResult("white", 7),
    known=KnownResult(None),
    expected=-3,
    guess=Guess((("blue-miner", 0.61), ("blue-bomb", 0.2)), "blue-bomb", 0.61, 0.05),
    target_odds=0.125,
)


async def test_a_review_is_stored_once_and_found_after_a_restart(open_stores: OpenStores, tmp_path: Path) -> None:
    async with open_stores(tmp_path) as stores:
        await stores.matches.append(active("match"))
        assert await stores.reviews.find("match") is None
        await stores.reviews.add("match", (FIRST, SECOND), 5)
        await stores.reviews.add("match", (FIRST,), 6)
    async with open_stores(tmp_path) as stores:
        assert await stores.reviews.find("match") == (FIRST, SECOND)
