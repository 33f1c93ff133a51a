"""Analyse a position. Everything is found by what the side to move can know."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from damero.application.analysed_position import AnalysedPosition, position_to_analyse
from damero.application.ports import Requester
from damero.application.services import Services
from damero.domain.analysis import Analysis
from damero.domain.errors import DameroError
from damero.domain.game import View

MOST_LINES = 5


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


async def _view(services: Services, wanted: AnalysedPosition) -> View:
    position = await position_to_analyse(services, wanted)
    if position.to_move is None:
        raise DameroError("analysis.game_over", code="GAME_OVER")
    return position.view(position.to_move)
