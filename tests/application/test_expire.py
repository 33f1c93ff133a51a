"""What nobody waits for any more goes by itself."""

from __future__ import annotations

import asyncio

import pytest
from tests.application.halls import ANA, BEN, create, current, turn

from damero.application.change_account import change_password, delete_account
from damero.application.commands import JoinMatch, Listing, ListMatches
from damero.application.enter_as_guest import enter_as_guest, token_hash
from damero.application.expire import MATCH_WAITS, SEEK_LASTS, expire, keep_expiring
from damero.application.hall import Hall
from damero.application.join_match import join_match
from damero.application.log_in import SESSION_LASTS, authenticate, log_in, log_out
from damero.application.ports import Announcement, session_topic
from damero.application.register import register
from damero.domain.clock import DAY, days_per_move
from damero.domain.events import Access
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio

PASSWORD = "correct horse"
SOON = 60_000


async def seeks(hall: Hall) -> set[str]:
    return {summary.id for summary in await hall.matches.list(ListMatches(listing=Listing.LOBBY))}


async def test_a_seek_ends_when_its_owner_has_been_away_for_some_minutes(hall: Hall) -> None:
    opened = hall.clock.now()
    hall.presence.come(ANA.id)
    match_id = await create(hall, access=Access.LOBBY)
    turn(hall, SEEK_LASTS + SOON)
    await expire(hall, opened)
    assert await seeks(hall) == {match_id}
    hall.presence.go(ANA.id, hall.clock.now())
    turn(hall, SEEK_LASTS - SOON)
    await expire(hall, opened)
    assert await seeks(hall) == {match_id}
    turn(hall, 2 * SOON)
    await expire(hall, opened)
    assert await seeks(hall) == set()
    assert (await current(hall, match_id)).status is Status.ABORTED


async def test_the_hall_looks_around_by_itself(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damero.application.expire.EVERY", 0.01)
    await create(hall, access=Access.LOBBY)
    looking = asyncio.create_task(keep_expiring(hall))
    await asyncio.sleep(0)
    turn(hall, SEEK_LASTS + SOON)
    async with asyncio.timeout(10):
        while await seeks(hall):
            await asyncio.sleep(0.01)
    looking.cancel()


async def test_an_owner_has_some_minutes_to_come_back_after_a_restart(hall: Hall) -> None:
    match_id = await create(hall, access=Access.LOBBY)
    opened = turn(hall, 10 * SEEK_LASTS)
    turn(hall, SEEK_LASTS - SOON)
    await expire(hall, opened)
    assert await seeks(hall) == {match_id}
    turn(hall, 2 * SOON)
    await expire(hall, opened)
    assert await seeks(hall) == set()


async def test_seeks_with_days_per_move_and_links_wait_for_days(hall: Hall) -> None:
    opened = hall.clock.now()
    waiting = [
        await create(hall, access=Access.LOBBY, control=days_per_move(3), command_id="slow"),
        await create(hall, access=Access.LINK, command_id="link"),
    ]
    turn(hall, DAY)
    await expire(hall, opened)
    assert [(await current(hall, match_id)).status for match_id in waiting] == [Status.WAITING] * 2
    turn(hall, MATCH_WAITS)
    await expire(hall, opened)
    assert [(await current(hall, match_id)).status for match_id in waiting] == [Status.ABORTED] * 2


async def test_a_match_that_is_being_played_never_expires(hall: Hall) -> None:
    match_id = await create(hall, access=Access.LOBBY)
    await join_match(hall, JoinMatch(command_id="join", match_id=match_id, by=BEN))
    turn(hall, 100 * MATCH_WAITS)
    await expire(hall, 0)
    assert (await current(hall, match_id)).status is Status.ACTIVE


@pytest.mark.parametrize("is_guest", [True, False])
async def test_a_session_lasts_as_long_as_it_is_used(hall: Hall, is_guest: bool) -> None:
    token = (await (enter_as_guest(hall) if is_guest else register(hall, "Ana", PASSWORD))).token
    for _ in range(3):
        turn(hall, SESSION_LASTS - DAY)
        await expire(hall, 0)
        assert await authenticate(hall, token) is not None
    turn(hall, SESSION_LASTS + 1)
    assert await authenticate(hall, token) is None
    await expire(hall, 0)
    assert await hall.players.session(token_hash(token)) is None


def ears(hall: Hall, *tokens: str) -> list[list[Announcement]]:
    """What the connections of these sessions will hear."""
    heard: list[list[Announcement]] = [[] for _ in tokens]
    for token, news in zip(tokens, heard, strict=True):
        hall.bus.subscribe(session_topic(token_hash(token)), news.append)
    return heard


async def test_a_new_password_is_told_to_all_other_sessions(hall: Hall) -> None:
    here = await register(hall, "Ana", PASSWORD)
    there = await log_in(hall, "Ana", PASSWORD)
    heard = ears(hall, here.token, there.token)
    await change_password(hall, here.player, PASSWORD, "battery staple", here.token)
    assert list(map(len, heard)) == [0, 1]


async def test_a_deleted_account_and_who_logs_out_are_told_to_their_sessions(hall: Hall) -> None:
    first, second = await register(hall, "Ana", PASSWORD), await log_in(hall, "Ana", PASSWORD)
    guest = await enter_as_guest(hall)
    heard = ears(hall, first.token, second.token, guest.token)
    await delete_account(hall, first.player, PASSWORD)
    assert list(map(len, heard)) == [1, 1, 0]
    await log_out(hall, guest.token)
    assert list(map(len, heard)) == [1, 1, 1]
