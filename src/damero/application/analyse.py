"""Analyse a position, or review a finished match. Everything is found by what the side to move can know."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import partial

from damero.application.check_position import read_any_position
from damero.application.ports import Requester, ReviewGame
from damero.application.running_positions import occurs_in
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.analysis import Analysis, Judgement
from damero.domain.beginning import check_routes
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.game import Position, View
from damero.domain.match import Match

MOST_LINES = 5
REVIEW = 20_000
"""Milliseconds that a review of a game of usual length takes, if nobody else needs the engines."""
QUICKEST_PACE, SLOWEST_PACE = 30, 150
"""Milliseconds for each move of a review."""
OVERHEAD = 3
"""Games with chance or secrets take longer for each move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedPosition:
    """A position by its text, otherwise the start, after some moves; or the one after a number of plies of a match."""

    game_id: str | None = None
    version: int | None = None
    text: str | None = None
    moves: tuple[str, ...] = ()
    match_id: str | None = None
    ply: int | None = None


async def analyse_position(
    services: Services, wanted: AnalysedPosition, lines: int, limit: int, requester: Requester
) -> AsyncGenerator[Analysis, None]:
    """The best lines, again whenever more is known, for `limit` milliseconds of thought. Closing it stops it."""
    view = await _view(services, wanted)
    found = services.engines.analyse(view, min(lines, MOST_LINES), limit, requester)
    try:
        async for analysis in found:
            yield analysis
    finally:
        await found.aclose()


async def game_to_review(services: Services, match_id: str) -> ReviewGame:
    """The game of a finished match."""
    match = await _finished(services, match_id)
    assert match.began is not None
    moves = tuple(str(played.move) for played in match.moves)
    pace = max(QUICKEST_PACE, min(SLOWEST_PACE, REVIEW // max(1, len(moves))))
    return ReviewGame(match.game.info.id, match.game.info.version, match.began.position, moves, pace)


async def review_game(services: Services, game: ReviewGame, requester: Requester) -> AsyncGenerator[Judgement, None]:
    """Every move in order. Closing it stops it."""
    limit = OVERHEAD * game.pace * (len(game.moves) + 1) + REVIEW
    found = services.engines.review(game, limit, requester)
    try:
        async for judgement in found:
            yield judgement
    finally:
        await found.aclose()


async def _view(services: Services, wanted: AnalysedPosition) -> View:
    if wanted.match_id is not None:
        match = await _finished(services, wanted.match_id)
        position = await services.in_thread(lambda: _position_in(match, wanted.ply))
    else:
        position = await services.in_process(partial(_read, wanted))
    running = services.running_positions.snapshot()
    if await services.in_thread(lambda: occurs_in(running, position)):
        raise DameroError("analysis.being_played", code="BEING_PLAYED")
    if position.to_move is None:
        raise DameroError("analysis.game_over", code="GAME_OVER")
    return position.view(position.to_move)


async def _finished(services: Services, match_id: str) -> Match:
    """While a match is played, and if it was aborted, nothing of it may be analysed."""
    match = (await services.live_match(match_id)).match
    if not match.is_open or match.began is None:
        raise MatchRefusal("replay.aborted" if match.is_over else "replay.still_secret", code="STILL_SECRET")
    return match


def _position_in(match: Match, ply: int | None) -> Position:
    assert match.began is not None
    position = match.game.read_position(match.began.position)
    for played in match.moves[: len(match.moves) if ply is None else ply]:
        position = position.play(played.move)
    return position


def _read(wanted: AnalysedPosition) -> Position:
    game = catalogue.game(wanted.game_id or "", wanted.version)
    if game.info.hidden:
        raise DameroError("analysis.hidden_game", code="STILL_SECRET")
    position = read_any_position(game, wanted.text)
    for move in wanted.moves:
        position = position.play(move)
    check_routes(position)
    return position
