"""Take up all unfinished matches after a start or a standstill: their clocks run on, their engines think again."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from damero.application.engine_turn import engine_to_act, engine_turn
from damero.application.live_match import LiveMatch
from damero.application.ports import ClockStoodStill
from damero.application.services import Services
from damero.application.work_queue import ServerBusy
from damero.domain.beginning import acts_at
from damero.domain.clock import DAY
from damero.domain.errors import MatchRefusal


async def resume(services: Services) -> None:
    """One after the other, in the background; a match that is needed sooner is loaded at once.

    A match that cannot be read is left out.
    """
    for match_id in await services.matches.unfinished(since=services.clock.now() - DAY):
        with suppress(MatchRefusal):
            await _resume_match(services, match_id)
        await asyncio.sleep(0)


async def _resume_match(services: Services, match_id: str) -> None:
    match = (await _loaded(services, match_id)).match
    services.timers.set(match_id, acts_at(match))
    services.running_positions.note(match)
    if engine_to_act(match) is not None:
        services.spawn(engine_turn(services, match_id))


async def _loaded(services: Services, match_id: str) -> LiveMatch:
    while True:
        try:
            return await services.live_match(match_id)
        except ServerBusy as busy:
            await asyncio.sleep(busy.wait / 1000)


def show_clocks_again(services: Services) -> None:
    """Their displays ran on while the server's time stood still."""
    for match_id, live in services.live_matches.items():
        if live.match.deadline is not None:
            services.bus.publish(match_id, ClockStoodStill())
