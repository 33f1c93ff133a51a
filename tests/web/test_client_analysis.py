"""The client follows analyses and reviews, and stops them."""

from __future__ import annotations

from contextlib import aclosing

import pytest

from damero.client import Client, Refusal
from damero.domain.catalogue import game

pytestmark = pytest.mark.asyncio


async def test_an_analysis_is_followed_and_stopped(server: str) -> None:
    async with Client(server) as ana:
        await ana.enter()
        async with aclosing(ana.analyse(game="drafti", lines=2, seconds=60)) as found:
            first = await anext(found)
        assert len(first.lines) == 2
        legal = {str(move) for move in game("drafti").initial().legal_moves()}
        assert {line.moves[0] for line in first.lines} <= legal
        depths = [frame.depth async for frame in ana.analyse(game="drafti", seconds=1)]
        assert depths == sorted(set(depths))


async def test_a_finished_match_is_reviewed_and_a_running_one_is_not(server: str) -> None:
    async with Client(server) as ana:
        await ana.enter()
        match_id = (await ana.create("drafti", "here")).match.id
        for move in ("21-17", "11-15"):
            await ana.play(match_id, move)
        with pytest.raises(Refusal) as refused:
            await anext(ana.review(match_id))
        assert refused.value.code == "STILL_SECRET"
        async with ana.watch(match_id) as live:
            async for _ in live:
                break
            await live.resign()
        judged = [frame async for frame in ana.review(match_id)]
    assert [frame.move for frame in judged] == ["21-17", "11-15"]
    assert {frame.plies for frame in judged} == {2}
