"""Review a finished match. The review is computed once, stored with the match, and the same for everybody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from damero.application.analysed_position import finished_match, position_after, refuse_copy_of_running_game
from damero.application.ports import EngineFault, EngineLate, Requester, ReviewGame
from damero.application.running_reviews import RunningReview
from damero.application.services import Services
from damero.domain.analysis import Judgement, Odds
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.game import Seat
from damero.domain.match import Match
from damero.domain.review import Review, review_of

REVIEW = 18_000
"""Milliseconds that a review of a game of usual length takes, if nobody else needs the engines."""
QUICKEST_PACE, SLOWEST_PACE = 30, 150
"""Milliseconds for each move of a review."""
OVERHEAD = 3
"""Games with chance or secrets take longer for each move."""
ESTIMATE = 2_000
"""Milliseconds for the odds of the hidden pieces of a position; it takes about ten."""


async def game_to_review(services: Services, match_id: str) -> ReviewGame:
    """The game of a finished match, unless people are playing the same game at the moment."""
    match = await finished_match(services, match_id)
    assert match.began is not None
    await refuse_copy_of_running_game(services, match)
    moves = tuple(str(played.move) for played in match.moves)
    pace = max(QUICKEST_PACE, min(SLOWEST_PACE, REVIEW // max(1, len(moves))))
    return ReviewGame(match.game.info.id, match.game.info.version, match.began.position, moves, pace)


async def follow_review(services: Services, match_id: str, requester: Requester) -> AsyncGenerator[Judgement, None]:
    """Every move in order: those of the stored review, or of the one that runs now, or of one that begins now.

    A new review is charged to whoever asked first. It is finished and stored even if nobody follows it any more.
    """
    game = await game_to_review(services, match_id)
    if (stored := await services.reviews.find(match_id)) is not None:
        for judgement in stored:
            yield judgement
        return
    running = services.running_reviews.by_match.get(match_id)
    if running is None:
        running = services.running_reviews.begin(match_id, requester)
        services.spawn(_run(services, match_id, game, requester, running))
    async with aclosing(running.follow()) as judgements:
        async for judgement in judgements:
            yield judgement


async def _run(
    services: Services,
    match_id: str,
    game: ReviewGame,
    requester: Requester,
    running: RunningReview,
) -> None:
    try:
        await _judge(services, game, requester, running)
        await services.reviews.add(match_id, tuple(running.judgements), services.clock.wall())
        running.end()
    except asyncio.CancelledError:
        running.end(EngineLate("The server is stopping."))
        raise
    except Exception as error:
        running.end(error)
    finally:
        del services.running_reviews.by_match[match_id]


async def _judge(services: Services, game: ReviewGame, requester: Requester, running: RunningReview) -> None:
    limit = OVERHEAD * game.pace * (len(game.moves) + 1) + REVIEW
    async with aclosing(services.engines.review(game, limit, requester)) as found:
        async for judgement in found:
            running.note(judgement)
    if len(running.judgements) < len(game.moves):
        raise EngineFault("The review took too long.")


async def stored_review(services: Services, match_id: str) -> tuple[Match, Review]:
    """The review of a match that has one, unless people are playing the same game at the moment."""
    match = await finished_match(services, match_id)
    await refuse_copy_of_running_game(services, match)
    if (kept := services.running_reviews.built.get(match_id)) is not None:
        return match, kept
    judgements = await services.reviews.find(match_id)
    if judgements is None:
        raise DameroError("review.none", code="NOT_REVIEWED")
    moves, start = tuple(str(played.move) for played in match.moves), position_after(match, 0)
    review = await services.in_thread(lambda: review_of(start, moves, judgements))
    return match, services.running_reviews.keep(match_id, review)


async def estimate_secrets(
    services: Services, match_id: str, seat: Seat, ply: int, requester: Requester
) -> tuple[Odds, ...]:
    """What each hidden piece could be, as far as a seat of a finished match could know after a ply."""
    match = await finished_match(services, match_id)
    if seat not in match.seats:
        raise MatchRefusal("replay.no_such_perspective", code="NO_SUCH_SEAT", perspectives=match.seats)
    await refuse_copy_of_running_game(services, match)
    view = await services.in_thread(lambda: position_after(match, ply).view(seat))
    return await services.engines.estimate(view, ESTIMATE, requester)
