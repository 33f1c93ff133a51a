"""Replay a match move by move, as one perspective saw it."""

from __future__ import annotations

from dataclasses import dataclass

from damero.application.full_view import FullView, full_view
from damero.application.newest_match import newest_match
from damero.application.services import Services
from damero.application.show_match import MoveView, moves_since
from damero.domain.errors import MatchRefusal
from damero.domain.game import Position, View
from damero.domain.match import Match

TRUTH, SPECTATOR = "truth", "spectator"


@dataclass(frozen=True, slots=True)
class Replay:
    """The views after each ply from `start` on; the first of them is before the first of these plies."""

    game_id: str
    perspective: str
    total: int
    start: int
    moves: tuple[MoveView, ...]
    frames: tuple[View | FullView, ...]


async def replay_match(
    services: Services, match_id: str, player_id: str | None, perspective: str, *, start: int, limit: int
) -> Replay:
    """While the game is played, only from the player's own seat or as a spectator; afterwards from any perspective."""
    match = (await newest_match(services, match_id)).match
    _check_perspective(match, perspective, player_id)
    return await services.in_thread(lambda: _replayed(match, perspective, start, limit))


def _check_perspective(match: Match, perspective: str, player_id: str | None) -> None:
    perspectives = (*match.seats, SPECTATOR, TRUTH)
    if perspective not in perspectives:
        raise MatchRefusal("replay.no_such_perspective", code="NO_SUCH_SEAT", perspectives=perspectives)
    own = match.seats_of(player_id) if player_id else ()
    if perspective != SPECTATOR and perspective not in own and not match.is_open:
        raise MatchRefusal("replay.aborted" if match.is_over else "replay.still_secret", code="STILL_SECRET")


def _replayed(match: Match, perspective: str, start: int, limit: int) -> Replay:
    if match.began is None:
        raise MatchRefusal("replay.not_begun", code="GAME_NOT_ACTIVE")
    position = match.game.read_position(match.began.position)
    frames = [_frame(position, perspective)] if start == 0 else []
    for ply, played in enumerate(match.moves[: start + limit], start=1):
        position = position.play(played.move)
        if ply >= start:
            frames.append(_frame(position, perspective))
    moves = moves_since(match, start)[:limit]
    return Replay(match.created.game_id, perspective, len(match.moves), start, moves, tuple(frames))


def _frame(position: Position, perspective: str) -> View | FullView:
    if perspective == TRUTH:
        return full_view(position)
    return position.view(None if perspective == SPECTATOR else perspective)
