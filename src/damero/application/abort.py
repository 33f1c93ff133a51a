"""Call off a match that has not really begun."""

from __future__ import annotations

from damero.application.commands import Abort, Answer
from damero.application.conduct import command_of, conduct
from damero.application.hall import Hall
from damero.domain import judge


async def abort(hall: Hall, command: Abort) -> Answer:
    """A creator without a seat yet may do so too."""
    key = command_of(command.by, command.command_id)
    return await conduct(hall, command.match_id, key, lambda match: judge.abort(match, command.by, hall.clock.now()))
