"""Explore the opening: what was played in a position, and how it went."""

from __future__ import annotations

from dataclasses import dataclass

from damero.application.analysed_position import AnalysedPosition, position_to_analyse
from damero.application.ports import MoveCount, WhichGames
from damero.application.services import Services
from damero.domain.game import Position, Start
from damero.domain.position_key import position_key


@dataclass(frozen=True, slots=True)
class ExploredOpening:
    played: tuple[MoveCount, ...]
    """In the games of this server."""
    book: tuple[MoveCount, ...]
    """In the games between engines that come with it."""


async def explore_openings(services: Services, wanted: AnalysedPosition, which: WhichGames) -> ExploredOpening:
    """Nothing is told about a position that people are playing now."""
    position = await position_to_analyse(services, wanted)
    if position.info.start is not Start.FIXED:
        return ExploredOpening((), ())
    game_id, key = position.info.id, position_key(position)
    played = await services.openings.moves(game_id, key, which)
    book = await services.in_thread(lambda: services.opening_book.moves(game_id, key))
    legal = _legal(position)
    return ExploredOpening(
        tuple(one for one in played if one.move in legal), tuple(one for one in book if one.move in legal)
    )


def _legal(position: Position) -> frozenset[str]:
    """Moves of an older version of the rules may not be legal any more."""
    return frozenset(str(move) for move in position.legal_moves())
