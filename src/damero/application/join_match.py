"""Take the free seat of a match: by its link, from the lobby, or with its code."""

from __future__ import annotations

from damero.application.commands import Answer, JoinMatch
from damero.application.conduct import command_of, conduct
from damero.application.create_match import checked_nonce
from damero.application.hall import Hall
from damero.domain import judge
from damero.domain.match import Match, Progress


async def join_match(hall: Hall, command: JoinMatch) -> Answer:
    nonce = checked_nonce(command.nonce)

    def join(match: Match) -> Progress:
        drawn = hall.chance.pick(match.seats)
        return judge.join(match, command.by, nonce, hall.clock.now(), drawn=drawn, code=command.code)

    return await conduct(hall, command.match_id, command_of(command.by.id, command.command_id), join)
