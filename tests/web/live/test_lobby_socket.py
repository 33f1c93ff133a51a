from __future__ import annotations

import asyncio

import pytest

from damero.application.ports import StoreUnavailable
from damero.web.live.lobby_socket import tell_repeatedly

pytestmark = pytest.mark.asyncio


async def test_the_lobby_is_told_again_after_a_time_in_which_nothing_could_be_read() -> None:
    told, changed, attempts = asyncio.Event(), asyncio.Event(), 0

    async def tell() -> None:
        nonlocal attempts
        attempts += 1
        if attempts < 3:
            raise StoreUnavailable("disk I/O error")
        told.set()

    telling = asyncio.create_task(tell_repeatedly(tell, changed, lambda: 0.0))
    async with asyncio.timeout(30):
        await told.wait()
    assert attempts == 3
    told.clear()
    changed.set()
    async with asyncio.timeout(30):
        await told.wait()
    assert not telling.done()
    telling.cancel()
