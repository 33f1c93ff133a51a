"""Take up all unfinished matches after a start: their clocks run on, their machines think again."""

from __future__ import annotations

import asyncio

from damero.application.engine_turn import engine_turn, machine_to_act
from damero.application.hall import Hall
from damero.domain.clock import DAY


async def resume(hall: Hall) -> None:
    """One after the other, beside the server's other work; a match that is needed sooner is taken up at once."""
    for match_id in await hall.matches.unfinished(since=hall.clock.wall() - DAY):
        match = (await hall.table(match_id)).match
        hall.alarms.set(match_id, match.deadline)
        if machine_to_act(match) is not None:
            hall.send(engine_turn(hall, match_id))
        await asyncio.sleep(0)
