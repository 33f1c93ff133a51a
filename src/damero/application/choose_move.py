"""Choose a move for an engine. The lowest level answers at once; it also stands in for an engine that fails."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TypeAlias

from damero.application.ports import EngineFault, EngineLate, Requester, ThinkingTime, WorkerLost
from damero.application.services import Services
from damero.domain.game import Move, View, longest_captures

LOWEST_LEVEL = 1

log = logging.getLogger(__name__)

LegalMoves: TypeAlias = Mapping[str, Move]
"""The legal moves by their texts."""


def legal_moves(view: View) -> LegalMoves:
    """Takes long in a position with thousands of captures."""
    return {str(move): move for move in view.legal_moves()}


def lowest_level_move(services: Services, legal: LegalMoves) -> Move:
    """A random move, and among captures one of the longest. Needs no engine."""
    return services.randomness.pick(longest_captures(tuple(legal.values())))


async def choose_move(
    services: Services, view: View, legal: LegalMoves, level: int, time: ThinkingTime, requester: Requester
) -> Move:
    """The move of an engine at this level, or of the lowest level if the engine is late or fails."""
    if level == LOWEST_LEVEL:
        return lowest_level_move(services, legal)
    try:
        text = await services.engines.choose(view, level, time, requester)
        if text in legal:
            return legal[text]
        note_fallback(services, "invalid", f"The engine answered {text!r}, which is not legal.", requester)
    except EngineFault as fault:
        note_fallback(services, reason_of(fault), str(fault), requester)
    return lowest_level_move(services, legal)


def reason_of(fault: EngineFault) -> str:
    return "late" if isinstance(fault, EngineLate) else "lost" if isinstance(fault, WorkerLost) else "failed"


def note_fallback(services: Services, reason: str, fault: str, requester: Requester) -> None:
    services.engine_statistics.fallbacks[reason] += 1
    log.warning("A fallback move in %s (%s): %s", requester.match_id or "no match", reason, fault)
