"""Claim a game whose other player has left."""

from __future__ import annotations

from damero.application.change_match import act_as_seat
from damero.application.commands import Answer, ClaimAbandoned
from damero.application.services import Services
from damero.domain import judge
from damero.domain.game import Seat
from damero.domain.match import Match, Progress


async def claim_abandoned(services: Services, command: ClaimAbandoned) -> Answer:
    def claim(match: Match, seat: Seat) -> Progress:
        now = services.clock.now()
        absent = services.presence.absent_for(match, match.opponent(seat), now)
        return judge.claim(match, seat, absent, now, draw=command.draw)

    return await act_as_seat(services, command, claim)


def claim_due(services: Services, match: Match) -> int | None:
    """From when on (server time) the waiting player may claim the game; `None` while nobody is away."""
    patience = match.created.control.absence
    if match.to_move is None or patience is None:
        return None
    since = services.presence.absent_since(match, match.to_move)
    return None if since is None else since + patience
