"""What nobody waits for any more goes by itself."""

from __future__ import annotations

import asyncio

import pytest
from tests.application.fixtures import ANA, BEN, ManualClock, create, current, turn

from damero.application.change_account import change_password, delete_account
from damero.application.commands import JoinMatch, Listing, ListMatches
from damero.application.enter_as_guest import enter_as_guest, token_hash
from damero.application.expire import (
    CONFIRM_AFTER,
    MATCH_WAITS,
    RECONNECT_WITHIN,
    SEEK_LASTS,
    SEEKS_EVERY,
    end_seeks,
    expire,
    keep_ending_seeks,
    keep_expiring,
)
from damero.application.join_match import join_match
from damero.application.log_in import SESSION_LASTS, authenticate, log_in, log_out
from damero.application.ports import Announcement, session_topic
from damero.application.register import register
from damero.application.services import Services
from damero.domain.clock import DAY, days_per_move
from damero.domain.events import Access
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio

PASSWORD = "correct horse"
SOON = 60_000


async def seeks(services: Services) -> set[str]:
    return {summary.id for summary in await services.matches.list(ListMatches(listing=Listing.LOBBY))}


async def test_a_seek_ends_ten_seconds_at_most_after_its_owners_last_connection(services: Services) -> None:
    assert SEEK_LASTS + 1000 * SEEKS_EVERY < 10_000
    opened = services.clock.now()
    turn(services, RECONNECT_WITHIN)
    services.presence.connect(ANA.id)
    match_id = await create(services, access=Access.LOBBY)
    turn(services, SEEK_LASTS + SOON)
    await expire(services, opened)
    assert await seeks(services) == {match_id}
    services.presence.disconnect(ANA.id, services.clock.now())
    turn(services, SEEK_LASTS - 1)
    await end_seeks(services, opened)
    assert await seeks(services) == {match_id}
    turn(services, 2)
    await end_seeks(services, opened)
    assert await seeks(services) == set()
    assert (await current(services, match_id)).status is Status.ABORTED


async def test_the_server_looks_around_by_itself(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damero.application.expire.EVERY", 0.01)
    monkeypatch.setattr("damero.application.expire.SEEKS_EVERY", 0.01)
    await create(services, access=Access.LOBBY)
    looking = asyncio.gather(keep_expiring(services), keep_ending_seeks(services))
    await asyncio.sleep(0)
    turn(services, RECONNECT_WITHIN + SOON)
    async with asyncio.timeout(60):
        while await seeks(services):
            await asyncio.sleep(0.01)
    looking.cancel()


async def test_an_owner_has_some_time_to_come_back_after_a_restart(services: Services) -> None:
    match_id = await create(services, access=Access.LOBBY)
    opened = turn(services, 10 * SEEK_LASTS)
    turn(services, RECONNECT_WITHIN)
    await expire(services, opened)
    assert await seeks(services) == {match_id}
    turn(services, 1)
    await expire(services, opened)
    assert await seeks(services) == set()


async def test_seeks_with_days_per_move_and_links_wait_for_days(services: Services) -> None:
    opened = services.clock.now()
    waiting = [
        await create(services, access=Access.LOBBY, control=days_per_move(3), command_id="slow"),
        await create(services, access=Access.LINK, command_id="link"),
    ]
    turn(services, DAY)
    await expire(services, opened)
    assert [(await current(services, match_id)).status for match_id in waiting] == [Status.WAITING] * 2
    turn(services, MATCH_WAITS)
    await expire(services, opened)
    assert [(await current(services, match_id)).status for match_id in waiting] == [Status.ABORTED] * 2


async def test_a_match_that_is_being_played_never_expires(services: Services) -> None:
    match_id = await create(services, access=Access.LOBBY)
    await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=BEN))
    turn(services, 100 * MATCH_WAITS)
    await expire(services, 0)
    assert (await current(services, match_id)).status is Status.ACTIVE


@pytest.mark.parametrize("is_guest", [True, False])
async def test_a_session_lasts_as_long_as_it_is_used(services: Services, is_guest: bool) -> None:
    token = (await (enter_as_guest(services) if is_guest else register(services, "Ana", PASSWORD))).token
    for _ in range(3):
        turn(services, SESSION_LASTS - DAY)
        await expire(services, 0)
        assert await authenticate(services, token) is not None
    turn(services, SESSION_LASTS + 1)
    assert await authenticate(services, token) is None
    await expire(services, 0)
    turn(services, CONFIRM_AFTER + 1)
    await expire(services, 0)
    assert await services.players.session(token_hash(token)) is None


@pytest.mark.parametrize("jump", [-91 * DAY, 91 * DAY], ids=["back", "forward"])
async def test_a_wall_clock_that_jumps_ends_no_session_and_no_waiting_match(services: Services, jump: int) -> None:
    token = (await enter_as_guest(services)).token
    waiting = [await create(services, access=access, command_id=access) for access in (Access.LOBBY, Access.LINK)]
    services.presence.connect(ANA.id)
    assert isinstance(services.clock, ManualClock)
    for services.clock.ahead in (jump, 0, jump):
        for passed in (SOON, CONFIRM_AFTER // 2):
            turn(services, passed)
            await expire(services, 0)
            assert await services.players.session(token_hash(token)) is not None
    assert await authenticate(services, token) is not None
    assert [(await current(services, match_id)).status for match_id in waiting] == [Status.WAITING] * 2


async def test_a_session_is_deleted_only_when_a_second_look_confirms_it(services: Services) -> None:
    token = (await enter_as_guest(services)).token
    turn(services, SESSION_LASTS + DAY)
    for _ in range(3):
        await expire(services, 0)
    assert await services.players.session(token_hash(token)) is not None
    turn(services, CONFIRM_AFTER + 1)
    await expire(services, 0)
    assert await services.players.session(token_hash(token)) is None


def ears(services: Services, *tokens: str) -> list[list[Announcement]]:
    """What the connections of these sessions will hear."""
    heard: list[list[Announcement]] = [[] for _ in tokens]
    for token, news in zip(tokens, heard, strict=True):
        services.bus.subscribe(session_topic(token_hash(token)), news.append)
    return heard


async def test_a_new_password_is_told_to_all_other_sessions(services: Services) -> None:
    here = await register(services, "Ana", PASSWORD)
    there = await log_in(services, "Ana", PASSWORD)
    heard = ears(services, here.token, there.token)
    await change_password(services, here.player, PASSWORD, "battery staple", here.token)
    assert list(map(len, heard)) == [0, 1]


async def test_a_deleted_account_and_who_logs_out_are_told_to_their_sessions(services: Services) -> None:
    first, second = await register(services, "Ana", PASSWORD), await log_in(services, "Ana", PASSWORD)
    guest = await enter_as_guest(services)
    heard = ears(services, first.token, second.token, guest.token)
    await delete_account(services, first.player, PASSWORD)
    assert list(map(len, heard)) == [1, 1, 0]
    await log_out(services, guest.token)
    assert list(map(len, heard)) == [1, 1, 1]
