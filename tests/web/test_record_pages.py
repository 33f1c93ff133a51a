"""A snapshot can begin with the newest plies; the earlier ones are loaded in pages."""

from __future__ import annotations

import pytest

from damero.client import Client
from damero.web import wire

pytestmark = pytest.mark.asyncio


async def test_the_newest_plies_and_the_earlier_pages_make_the_whole_record(server: str) -> None:
    async with Client(server) as ana:
        await ana.enter()
        match_id = (await ana.create("drafti", "here")).match.id
        for _ in range(5):
            legal = (await ana.match(match_id)).state.moves
            await ana.play(match_id, legal[0].text)
        whole = await ana.match(match_id)
        newest = await ana.ask("GET", f"/api/matches/{match_id}?plies=2", wire.Snapshot)
        assert (whole.record_from, newest.record_from, len(newest.record)) == (0, 3, 2)
        earlier = [await ana.plies(match_id, start, 2) for start in (0, 2)]
        assert (*earlier[0].record, *earlier[1].record[:1], *newest.record) == whole.record
        assert {page.total for page in earlier} == {5}


async def test_a_connection_that_began_with_the_newest_plies_goes_on_with_new_ones(server: str) -> None:
    async with Client(server) as ana:
        await ana.enter()
        match_id = (await ana.create("drafti", "here")).match.id
        for _ in range(4):
            await ana.play(match_id, (await ana.match(match_id)).state.moves[0].text)
        async with ana.watch(match_id, plies=1) as live:
            async for _ in live:
                break
            assert (live.record_from, len(live.record)) == (3, 1)
            await live.play(live.state.moves[0].text)
            await live.play(live.state.moves[0].text)
            record = (await ana.match(match_id)).record
            assert tuple(live.record) == record[3:]
            assert live.state.view == (await ana.match(match_id)).state.view
