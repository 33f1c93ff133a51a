"""Who counts as present, and that nothing of it is kept for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.application.fixtures import ManualClock, begin, current, look, opened_services, settled, turn

from damero.application.claim_abandoned import claim_abandoned, claim_due
from damero.application.commands import ClaimAbandoned, Resign
from damero.application.presence import POLL_LASTS, Presence
from damero.application.resign import resign
from damero.application.services import Services
from damero.application.show_clock import show_presence
from damero.application.watch_match import arrive, depart, hear
from damero.domain.clock import ABSENCE_UNTIMED
from damero.domain.errors import MatchRefusal

KEYS = st.tuples(st.sampled_from(("m", "n")), st.sampled_from(("white", "black")))
STEPS = st.lists(st.tuples(st.sampled_from(("arrive", "leave", "heard", "polled", "connect", "disconnect")), KEYS))


@given(steps=STEPS)
def test_whoever_comes_and_goes_nobody_is_left_over(steps: list[tuple[str, tuple[str, str]]]) -> None:
    presence, open_seats, open_players = Presence(), dict[tuple[str, str], int](), dict[str, int]()
    for now, (step, (match_id, seat)) in enumerate(steps):
        key, player = (match_id, seat), f"{match_id} {seat}"
        if step == "arrive":
            assert presence.arrive(*key) == (not open_seats.get(key))
            open_seats[key] = open_seats.get(key, 0) + 1
        elif step == "leave" and open_seats.get(key):
            open_seats[key] -= 1
            assert presence.leave(*key, now) == (not open_seats[key])
        elif step == "heard":
            presence.heard(*key, now)
        elif step == "polled":
            presence.polled(*key, now)
        elif step == "connect":
            presence.connect(player)
            open_players[player] = open_players.get(player, 0) + 1
        elif step == "disconnect" and open_players.get(player):
            presence.disconnect(player, now)
            open_players[player] -= 1
        for seat_key in ((match, side) for match in "mn" for side in ("white", "black")):
            assert presence.is_connected(*seat_key) == bool(open_seats.get(seat_key))
    presence.forget_before(len(steps))
    assert len(presence) == sum(map(bool, open_seats.values())) + sum(map(bool, open_players.values()))


@pytest.mark.asyncio
async def test_finished_matches_leave_nothing_behind(services: Services) -> None:
    for number in range(20):
        match_id = await begin(services, command_id=f"c{number}")
        await resign(services, Resign(command_id="r", match_id=match_id, by="ana"))
        await settled(services)
        await hear(services, match_id, "ben")
    services.presence.forget_before(services.clock.now() + 1)
    assert len(services.presence) == 0


@pytest.mark.asyncio
async def test_a_player_who_polls_over_http_is_present_and_cannot_be_claimed_from(services: Services) -> None:
    match_id = await begin(services)
    claim = ClaimAbandoned(command_id="c", match_id=match_id, by="ben", draw=True)
    for _ in range(3):
        turn(services, ABSENCE_UNTIMED - 1)
        await hear(services, match_id, "ana")
        assert show_presence(services, await current(services, match_id))[0].is_here
        with pytest.raises(MatchRefusal, match="NOT_ABANDONED"):
            await claim_abandoned(services, claim)
    turn(services, POLL_LASTS)
    assert not show_presence(services, await current(services, match_id))[0].is_here
    turn(services, ABSENCE_UNTIMED)
    assert {"claim", "claim_draw"} <= set((await look(services, match_id, "ben")).own.can)
    await claim_abandoned(services, claim)
    ended = (await current(services, match_id)).outcome
    assert ended is not None
    assert (ended.winner, ended.reason) == (None, "abandoned")


@pytest.mark.asyncio
async def test_nobody_can_claim_from_a_connected_player(services: Services) -> None:
    match_id = await begin(services)
    await arrive(services, match_id, "white")
    assert claim_due(services, await current(services, match_id)) is None
    await depart(services, match_id, "white")
    assert claim_due(services, await current(services, match_id)) == services.clock.now() + ABSENCE_UNTIMED


@pytest.mark.asyncio
async def test_nobody_counts_as_away_for_a_time_when_the_server_did_not_run(tmp_path: Path) -> None:
    clock = ManualClock()
    async with opened_services(tmp_path, clock) as before:
        match_id = await begin(before)
    clock.time += 2 * ABSENCE_UNTIMED
    async with opened_services(tmp_path, clock) as services:
        with pytest.raises(MatchRefusal, match="NOT_ABANDONED"):
            await claim_abandoned(services, ClaimAbandoned(command_id="c", match_id=match_id, by="ben"))
        assert claim_due(services, await current(services, match_id)) == clock.time + ABSENCE_UNTIMED
