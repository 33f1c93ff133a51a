from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.playing import a_match
from tests.web.servers import a_server, guests

from damero.infrastructure import system_clock
from damero.web import wire

pytestmark = pytest.mark.asyncio
HOUR = 60 * 60 * 1_000


async def test_viewers_get_the_right_clock_after_the_server_stood_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uptime, stopped = system_clock._monotonic, [0]
    monkeypatch.setattr(system_clock, "_monotonic", lambda: uptime() + stopped[0])
    with a_server(tmp_path) as address:
        async with guests(address, 2) as (ana, ben):
            match_id = await a_match(ana, ben, "drafti", clock={"base": HOUR // 2})
            async with ana.watch(match_id) as live:
                before = await anext(aiter(live))
                stopped[0] += HOUR
                async with asyncio.timeout(60):
                    while live.state is before:
                        await asyncio.sleep(0.01)
    assert before.clock is not None
    assert live.state.clock is not None
    assert live.state.clock.at - before.clock.at < HOUR
    assert live.state.status is wire.Status.ACTIVE
