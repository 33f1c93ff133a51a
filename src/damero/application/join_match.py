"""Take the free seat of a match: by its link, from the lobby, or with its code."""

from __future__ import annotations

from damero.application.change_match import change, command_key
from damero.application.commands import Answer, JoinMatch
from damero.application.create_match import checked_nonce
from damero.application.services import Services
from damero.domain import judge
from damero.domain.match import Match, Progress


async def join_match(services: Services, command: JoinMatch) -> Answer:
    nonce = checked_nonce(command.nonce)

    def join(match: Match) -> Progress:
        drawn = services.randomness.pick(match.seats)
        return judge.join(match, command.by, nonce, services.clock.now(), drawn=drawn, code=command.code)

    return await change(services, command.match_id, command_key(command.by.id, command.command_id), join)
