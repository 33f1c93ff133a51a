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
        since = services.presence.absent_since(match, match.opponent(seat))
        return judge.claim(match, seat, 0 if since is None else now - since, now)

    return await act_as_seat(services, command, claim)


def claim_due(services: Services, match: Match) -> int | None:
    """From when on (server time) the player who waits may claim the game; nothing while nobody is away."""
    patience = match.created.control.absence
    if match.to_move is None or patience is None:
        return None
    since = services.presence.absent_since(match, match.to_move)
    return None if since is None else since + patience
