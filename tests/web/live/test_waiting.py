from __future__ import annotations

import asyncio

import pytest

from damero.web.live.waiting import Flag, Inbox


@pytest.mark.asyncio
async def test_messages_are_got_in_the_order_in_which_they_came() -> None:
    inbox = Inbox[int]()
    reading = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    for number in range(3):
        inbox.put_nowait(number)
    assert [await reading, await inbox.get(), await inbox.get()] == [0, 1, 2]
    assert inbox.empty()


@pytest.mark.asyncio
async def test_a_reader_that_is_cancelled_loses_no_message() -> None:
    inbox = Inbox[int]()
    reading = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait(1)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    inbox.put_nowait(2)
    assert [await inbox.get(), await inbox.get()] == [1, 2]


@pytest.mark.asyncio
async def test_everybody_waits_until_the_flag_is_set() -> None:
    flag = Flag()
    await flag.wait()
    flag.clear()
    waiting = [asyncio.create_task(flag.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not flag.is_set()
    assert not any(one.done() for one in waiting)
    waiting[0].cancel()
    await asyncio.sleep(0)
    flag.set()
    await waiting[1]
    assert waiting[0].cancelled()
