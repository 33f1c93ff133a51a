from __future__ import annotations

import pytest

from damero.web.kept import Kept

pytestmark = pytest.mark.asyncio


async def test_an_answer_is_made_once_and_the_longest_unused_is_forgotten() -> None:
    kept, made = Kept[str](2), list[str]()

    async def make() -> bytes:
        made.append(asked)
        return asked.encode()

    for asked in ("a", "b", "a", "c", "a", "b"):
        assert await kept.get(asked, make) == asked.encode()
    assert made == ["a", "b", "c", "b"]
