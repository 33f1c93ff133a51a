from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest
from tests.application.fixtures import begin, play, play_at_random, settled

from damero.application.commands import Resign
from damero.application.ports import EngineFault, Requester, ReviewGame
from damero.application.resign import resign
from damero.application.review_match import estimate_secrets, follow_review, stored_review
from damero.application.running_reviews import MOST_AT_ADDRESS, MOST_OWN, MOST_RUNNING
from damero.application.services import Services
from damero.application.solve_mistake import find_mistake, try_mistake
from damero.domain.analysis import Judgement
from damero.domain.errors import DameroError
from damero.infrastructure.review_encoding import decode_review, encode_review

pytestmark = pytest.mark.asyncio
EVE, BEN = Requester("eve"), Requester("ben")


async def finished(services: Services, game_id: str, plies: int = 8) -> str:
    match_id = await begin(services, game_id)
    await play_at_random(services, match_id, plies)
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    await settled(services)
    return match_id


async def reviewed(services: Services, match_id: str, requester: Requester = EVE) -> list[Judgement]:
    return [judgement async for judgement in follow_review(services, match_id, requester)]


@pytest.mark.parametrize("game_id", ["barrage", "banqi", "drafti"])
async def test_a_match_is_reviewed_only_after_its_end_and_then_for_everybody(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    await play_at_random(services, match_id, 6)
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await reviewed(services, match_id)
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await stored_review(services, match_id)
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await estimate_secrets(services, match_id, "red", 3, EVE)
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    with pytest.raises(DameroError, match="NOT_REVIEWED"):
        await stored_review(services, match_id)
    judged = await reviewed(services, match_id)
    assert [judgement.ply for judgement in judged] == [1, 2, 3, 4, 5, 6]
    _, review = await stored_review(services, match_id)
    assert [move.judgement for move in review.moves] == judged


async def test_a_review_is_computed_once_and_stored(services: Services) -> None:
    match_id = await finished(services, "drafti")
    first = await reviewed(services, match_id)
    services.engines = _NoReviews()  # type: ignore[assignment]
    assert await reviewed(services, match_id, BEN) == first
    assert decode_review(encode_review(tuple(first))) == tuple(first)


class _NoReviews:
    async def review(self, game: ReviewGame, limit: int, requester: Requester) -> AsyncGenerator[Judgement, None]:
        raise EngineFault("No engine is here.")
        yield


async def test_a_review_that_fails_tells_its_followers_and_can_be_asked_for_again(services: Services) -> None:
    match_id, engines = await finished(services, "drafti"), services.engines
    services.engines = _NoReviews()  # type: ignore[assignment]
    with pytest.raises(EngineFault):
        await reviewed(services, match_id)
    services.engines = engines
    assert len(await reviewed(services, match_id)) == 8


class _Patient:
    """An engine that goes on only when the test says so."""

    def __init__(self, found: list[Judgement]) -> None:
        self.found, self.go_on = found, asyncio.Semaphore(0)
        self.asked_by: list[Requester] = []

    async def review(self, game: ReviewGame, limit: int, requester: Requester) -> AsyncGenerator[Judgement, None]:
        self.asked_by.append(requester)
        for judgement in self.found:
            await self.go_on.acquire()
            yield judgement


async def test_two_who_follow_at_the_same_time_share_one_review_that_outlives_them(services: Services) -> None:
    found = await reviewed(services, await finished(services, "drafti"))
    match_id = await begin(services, "drafti", command_id="second")
    for judgement in found:
        await play(services, match_id, judgement.move)
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    await settled(services)
    engine = services.engines = _Patient(found)  # type: ignore[assignment]
    async with (
        aclosing(follow_review(services, match_id, EVE)) as one,
        aclosing(follow_review(services, match_id, BEN)) as another,
    ):
        engine.go_on.release()
        assert await anext(one) == await anext(another) == found[0]
    for _ in found:
        engine.go_on.release()
    await settled(services)
    _, review = await stored_review(services, match_id)
    assert (len(review.moves), engine.asked_by) == (8, [EVE])


async def test_the_reviews_that_run_at_the_same_time_are_bounded(services: Services) -> None:
    reviews = services.running_reviews
    for number in range(MOST_OWN):
        reviews.begin(f"own {number}", EVE)
    with pytest.raises(DameroError, match="TOO_MANY_REVIEWS"):
        reviews.begin("one more", EVE)
    for number in range(MOST_RUNNING - MOST_OWN):
        reviews.begin(f"other {number}", Requester(f"player {number}"))
    with pytest.raises(DameroError, match="TOO_MANY_REVIEWS"):
        reviews.begin("one more", BEN)


async def test_the_guests_of_one_address_leave_reviews_to_others(services: Services) -> None:
    reviews = services.running_reviews
    for number in range(MOST_AT_ADDRESS):
        reviews.begin(f"match {number}", Requester(f"guest {number}", "192.0.2.1"))
    with pytest.raises(DameroError, match="TOO_MANY_REVIEWS"):
        reviews.begin("one more", Requester("another guest", "192.0.2.1"))
    assert reviews.begin("elsewhere", Requester("eve", "192.0.2.2"))


async def test_a_copy_of_a_game_that_people_are_playing_is_not_reviewed_until_theirs_is_over(
    services: Services,
) -> None:
    original = await begin(services, "drafti")
    await play_at_random(services, original, 12)
    moves = [played.move for played in (await services.live_match(original)).match.moves]
    copy = await begin(services, "drafti", command_id="copy")
    for move in moves:
        await play(services, copy, move)
    await resign(services, Resign(command_id="resign", match_id=copy, by="ana"))
    await settled(services)
    for asking in (
        reviewed(services, copy),
        stored_review(services, copy),
        try_mistake(services, copy, 3, "21-17", EVE),
    ):
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await asking
    await resign(services, Resign(command_id="resign", match_id=original, by="ana"))
    await settled(services)
    assert len(await reviewed(services, copy)) == 12
    assert (await stored_review(services, copy))[1].moves


async def test_nothing_is_told_of_a_copy_of_a_running_game_with_hidden_pieces_that_went_on(services: Services) -> None:
    original = await begin(services, "barrage")
    await play_at_random(services, original, 20)
    assert any(ply.revealed for ply in (await services.live_match(original)).match.plies)
    moves = [played.move for played in (await services.live_match(original)).match.moves]
    copy = await begin(services, "barrage", command_id="copy")
    await play(services, copy, *moves)
    await play_at_random(services, copy, 5)
    await resign(services, Resign(command_id="resign", match_id=copy, by="ana"))
    await settled(services)
    for asking in (
        reviewed(services, copy),
        stored_review(services, copy),
        estimate_secrets(services, copy, "red", 20, EVE),
        estimate_secrets(services, copy, "red", 21, EVE),
    ):
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await asking
    await resign(services, Resign(command_id="resign", match_id=original, by="ana"))
    await settled(services)
    assert await estimate_secrets(services, copy, "red", 20, EVE)
    assert len(await reviewed(services, copy)) == 25


async def test_the_odds_of_hidden_pieces_are_those_that_a_seat_could_know(services: Services) -> None:
    match_id = await finished(services, "barrage")
    for seat, enemy in (("red", "blue"), ("blue", "red")):
        odds = await estimate_secrets(services, match_id, seat, 5, EVE)
        assert odds
        assert {kind.split("-")[0] for each in odds for kind, _ in each.kinds} == {enemy}
        assert all(sum(share for _, share in each.kinds) == pytest.approx(1, abs=0.1) for each in odds)
    with pytest.raises(DameroError, match="NO_SUCH_SEAT"):
        await estimate_secrets(services, match_id, "white", 5, EVE)
    assert await estimate_secrets(services, await finished_draughts(services), "white", 2, EVE) == ()


async def finished_draughts(services: Services) -> str:
    match_id = await begin(services, "russian", command_id="draughts")
    for move in ("c3-d4", "f6-g5", "d4-e5"):
        await play(services, match_id, move)
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    await settled(services)
    return match_id


async def test_a_mistake_is_solved_by_the_engines_move_and_not_by_repeating_it(services: Services) -> None:
    match_id = await finished(services, "russian", 24)
    await reviewed(services, match_id)
    _, review = await stored_review(services, match_id)
    ply = next(move.judgement.ply for move in review.moves if move.is_mistake)
    mistake = await find_mistake(services, match_id, ply)
    right = await try_mistake(services, match_id, ply, mistake.judgement.best, EVE)
    assert right.is_right
    assert right.solution[0].move == right.played.move
    wrong = await try_mistake(services, match_id, ply, mistake.judgement.move, EVE)
    assert not wrong.is_right
    assert wrong.refutation
    with pytest.raises(DameroError, match="NO_SUCH_MISTAKE"):
        await find_mistake(services, match_id, 99)
