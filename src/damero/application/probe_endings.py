"""Look every move of a position up in the endgame tables."""

from __future__ import annotations

from damero.application.analysed_position import AnalysedPosition, position_to_analyse
from damero.application.ports import KnownMove
from damero.application.services import Services
from damero.domain.game import Position


async def probe_endings(services: Services, wanted: AnalysedPosition) -> tuple[KnownMove, ...]:
    """The best first; none if the tables do not know the position, or the game is over."""
    position = await position_to_analyse(services, wanted)
    return await services.in_thread(lambda: _known(services, position))


def _known(services: Services, position: Position) -> tuple[KnownMove, ...]:
    if position.outcome is not None or not services.endings.classes(position.info.id):
        return ()
    return services.endings.moves(position)
