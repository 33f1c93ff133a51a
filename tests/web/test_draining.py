"""A server that ends sends its players to other servers one after the other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.servers import a_running_server, guests

from damero.client import Disconnected
from damero.web import draining
from damero.web.draining import drain


@pytest.mark.asyncio
async def test_those_who_are_still_connected_play_on_while_others_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draining, "BETWEEN", 600.0)
    monkeypatch.setattr(draining, "LONGEST", 600.0)
    with a_running_server(tmp_path) as (address, server):
        async with guests(address, 1) as (ana,):
            first, second = sorted([(await ana.create("drafti", "here")).match.id for _ in range(2)])
            async with ana.watch(first) as leaving, ana.watch(second) as staying:
                loop = server.servers[0].get_loop()
                ending = asyncio.run_coroutine_threadsafe(drain(server, []), loop)
                with pytest.raises(Disconnected):
                    async for _ in leaving:
                        pass
                await staying.play(staying.state.moves[0].text)
                assert not ending.done()
                ending.cancel()
