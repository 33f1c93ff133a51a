from __future__ import annotations

import asyncio
from random import Random

import pytest
from tests.application.fixtures import (
    BEN,
    RecordedTimers,
    begin,
    create,
    current,
    look,
    play,
    public_log,
    settled,
    turn,
)

from damero.application.commands import Answer, Hopping, JoinMatch, PlayMove, Resign, TouchSquares
from damero.application.explain_move import explain_in_match
from damero.application.flag_timeout import flag_timeout
from damero.application.join_match import join_match
from damero.application.play_move import play_move, touch_squares
from damero.application.ports import Announcement, MatchChanged
from damero.application.resign import resign
from damero.application.services import Services
from damero.domain.clock import fischer
from damero.domain.errors import DameroError
from damero.domain.events import MatchFinished

pytestmark = pytest.mark.asyncio

CHAIN = "W:W30:B25,17,10,2"
"""White's man on 30 can take three in a row: 30x21x14x7."""


def moving(match_id: str, by: str = "ana", move: str = "21-17", command_id: str = "m", **more: int) -> PlayMove:
    return PlayMove(command_id=command_id, match_id=match_id, by=by, move=move, **more)  # type: ignore[arg-type]


def touching(match_id: str, *squares: str) -> TouchSquares:
    return TouchSquares(command_id="t" + "-".join(squares), match_id=match_id, by="ana", squares=squares)


async def test_a_move_is_stored_before_it_is_answered_and_announced(services: Services) -> None:
    match_id = await begin(services)
    stored: list[int] = []

    def on_announcement(announcement: Announcement) -> None:
        assert isinstance(announcement, MatchChanged)
        stored.append(announcement.events[-1].seq)

    services.bus.subscribe(match_id, on_announcement)
    answer = await play_move(services, moving(match_id))
    assert [event.text for event in answer.events] == ["21-17"]
    assert not stored, "the answer comes before the announcement"
    await settled(services)
    assert [stored.seq for stored in await services.matches.events(match_id)][-1] == answer.version == stored[-1]


async def test_the_same_command_again_gets_the_first_answer_and_has_no_second_effect(services: Services) -> None:
    match_id = await begin(services)
    answers = await asyncio.gather(*(play_move(services, moving(match_id)) for _ in range(5)))
    await play(services, match_id, "9-13")
    services.live_matches.clear()
    answers.append(await play_move(services, moving(match_id)))
    assert len(set(answers)) == 1
    assert len((await current(services, match_id)).moves) == 2


async def test_nobody_can_take_another_players_answer(services: Services) -> None:
    match_id = await begin(services)
    await play_move(services, moving(match_id))
    with pytest.raises(DameroError, match="NOT_YOUR_SEAT"):
        await play_move(services, moving(match_id, by="eve"))


async def test_of_two_tabs_one_wins_and_the_other_is_told_that_it_is_stale(services: Services) -> None:
    match_id = await begin(services)
    version = (await current(services, match_id)).version
    tabs = [moving(match_id, move=move, command_id=move, version=version) for move in ("21-17", "22-18")]
    results = await asyncio.gather(*(play_move(services, tab) for tab in tabs), return_exceptions=True)
    assert [isinstance(result, Answer) for result in results].count(True) == 1
    assert any(isinstance(result, DameroError) and result.code == "STALE_VERSION" for result in results)


async def test_two_servers_of_one_store_never_overwrite_each_other(services: Services) -> None:
    match_id = await begin(services)
    ours = services.live_matches.pop(match_id)
    await play(services, match_id, "21-17", "9-13")
    await settled(services)
    services.live_matches[match_id] = ours
    assert len(ours.match.moves) == 0
    heard: list[Announcement] = []
    services.bus.subscribe(match_id, heard.append)
    await play_move(services, moving(match_id, move="22-18", command_id="late"))
    assert [played.move for played in ours.match.moves] == ["21-17", "9-13", "22-18"]
    await settled(services)
    told = [stored.seq for change in heard if isinstance(change, MatchChanged) for stored in change.events]
    assert told == list(range(ours.match.version - 2, ours.match.version + 1))


async def test_a_capture_comes_hop_by_hop_and_nobody_hears_of_it_before_it_is_whole(services: Services) -> None:
    match_id = await begin(services, start=CHAIN)
    heard: list[Announcement] = []
    services.bus.subscribe(match_id, heard.append)
    version = (await current(services, match_id)).version
    first = await touch_squares(services, touching(match_id, "30", "21"))
    assert first == Hopping(match_id, version, ("30", "21"), ("14",))
    assert await touch_squares(services, touching(match_id, "21", "14")) == Hopping(
        match_id, version, ("30", "21", "14"), ("7",)
    )
    assert not heard
    with pytest.raises(DameroError, match="INVALID_CAPTURE_PATH"):
        await touch_squares(services, touching(match_id, "25", "22"))
    whole = await touch_squares(services, touching(match_id, "14", "7"))
    assert isinstance(whole, Answer)
    assert whole.events[0].text == "30x21x14x7"
    assert await touch_squares(services, touching(match_id, "14", "7")) == whole


async def test_a_piece_that_is_only_touched_may_be_left_for_another(services: Services) -> None:
    match_id = await begin(services)
    touched = await touch_squares(services, touching(match_id, "21"))
    assert isinstance(touched, Hopping)
    assert touched.next == ("17",)
    assert isinstance(await touch_squares(services, touching(match_id, "22", "18")), Answer)


async def test_all_squares_at_once_are_a_move_too(services: Services) -> None:
    match_id = await begin(services, start=CHAIN)
    whole = await touch_squares(services, touching(match_id, "30", "21", "14", "7"))
    assert isinstance(whole, Answer)


async def test_squares_that_lead_nowhere_are_refused_with_a_reason(services: Services) -> None:
    match_id = await begin(services)
    with pytest.raises(DameroError, match="NO_PIECE_AT_SOURCE"):
        await touch_squares(services, touching(match_id, "17", "13"))
    with pytest.raises(DameroError, match="INVALID_TURN"):
        await touch_squares(services, TouchSquares(command_id="x", match_id=match_id, by="ben", squares=("9", "13")))


async def test_a_flag_falls_by_itself(services: Services) -> None:
    match_id = await begin(services, control=fischer(60_000))
    await play(services, match_id, "21-17", "9-13")
    assert isinstance(services.timers, RecordedTimers)
    assert services.timers.at[match_id] == services.clock.now() + 60_000
    turn(services, 59_999)
    await flag_timeout(services, match_id)
    assert not (await current(services, match_id)).is_over
    turn(services, 1)
    await flag_timeout(services, match_id)
    assert (await current(services, match_id)).is_over
    await settled(services)
    assert services.timers.at[match_id] is None


@pytest.mark.parametrize("first", range(0, 200, 50))
async def test_move_flag_and_resignation_at_once_give_one_end(services: Services, first: int) -> None:
    for seed in range(first, first + 50):
        match_id = await create_and_play(services, seed)
        turn(services, 60_000 - seed % 2)
        acts = [
            play_move(services, moving(match_id, move="22-18", command_id="a")),
            resign(services, Resign(command_id="b", match_id=match_id, by="ana")),
            resign(services, Resign(command_id="c", match_id=match_id, by="ben")),
            flag_timeout(services, match_id),
        ]
        Random(seed).shuffle(acts)
        await asyncio.gather(*acts, return_exceptions=True)
        events = [stored.event for stored in await services.matches.events(match_id)]
        assert sum(isinstance(event, MatchFinished) for event in events) == 1
        assert isinstance(events[-1], MatchFinished)


async def create_and_play(services: Services, seed: int) -> str:
    match_id = await create(services, seat="white", control=fischer(60_000), command_id=f"race {seed}")
    await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=BEN))
    await play(services, match_id, "21-17", "9-13")
    return match_id


async def test_what_was_missed_can_be_heard_again_without_gaps(services: Services) -> None:
    match_id = await begin(services)
    await play(services, match_id, "21-17", "9-13", "22-18")
    version = (await current(services, match_id)).version
    assert [event.seq for event in await public_log(services, match_id)] == list(range(1, version + 1))
    assert [event.text for event in await public_log(services, match_id, version - 2)] == ["9-13", "22-18"]


async def test_a_sender_who_hangs_up_does_not_tear_a_move_apart(services: Services) -> None:
    match_id = await begin(services)
    sending = asyncio.create_task(play_move(services, moving(match_id)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    answer = await play_move(services, moving(match_id))
    assert [event.text for event in answer.events] == ["21-17"]
    assert len((await current(services, match_id)).moves) == 1


async def test_a_move_is_told_even_if_its_sender_hangs_up_meanwhile(services: Services) -> None:
    match_id = await begin(services)
    heard: list[Announcement] = []
    services.bus.subscribe(match_id, heard.append)
    sending = asyncio.create_task(play(services, match_id, "21-17"))
    while not (await services.live_match(match_id)).lock.locked():
        await asyncio.sleep(0)
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    await settled(services)
    assert [event.kind for event in await public_log(services, match_id)][-1] == "move_played"
    assert len(heard) == 1


async def test_a_bomb_is_immovable_and_an_enemy_piece_is_not_yours_whoever_is_to_move(services: Services) -> None:
    match_id = await begin(services, "stratego")
    army = (await look(services, match_id, "ben")).position
    assert army is not None
    bomb = next(piece.square for piece in army.pieces if piece.kind == "blue-bomb")
    for by, code in (("ben", "IMMOVABLE"), ("ana", "NOT_YOUR_PIECE")):
        for move in (f"{bomb}-e5", (bomb, "k9")):
            with pytest.raises(DameroError, match=code):
                await play_move(services, moving(match_id, by, move))  # type: ignore[arg-type]
        explained = (await explain_in_match(services, match_id, by, None, (bomb, "e5"))).refusal
        assert explained is not None
        assert explained.code == code
