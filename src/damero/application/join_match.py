"""Take the free seat of a match: by its link, from the lobby, or with its code."""

from __future__ import annotations

from damero.application.announce_nonce import nonce_and_hash
from damero.application.change_match import change, command_key
from damero.application.commands import Answer, JoinMatch
from damero.application.match_quota import check_room
from damero.application.services import Services
from damero.domain import judge
from damero.domain.match import Match, Progress


async def join_match(services: Services, command: JoinMatch) -> Answer:
    """A repeated command finds its player seated, and needs no more room."""
    if not (await services.live_match(command.match_id)).match.seats_of(command.by.id):
        await check_room(services, command.by.id)

    def join(match: Match) -> Progress:
        nonce, announced = nonce_and_hash(match.info, command.nonce, command.nonce_hash)
        drawn, now = services.randomness.pick(match.seats), services.clock.now()
        return judge.join(match, command.by, nonce, now, drawn=drawn, code=command.code, announced=announced)

    return await change(services, command.match_id, command_key(command.by.id, command.command_id), join)
