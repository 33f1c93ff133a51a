"""Claim a game whose other player has left."""

from __future__ import annotations

from damero.application.commands import Answer, ClaimAbandoned
from damero.application.conduct import act
from damero.application.hall import Hall
from damero.domain import judge
from damero.domain.game import Seat
from damero.domain.match import Match, Progress


async def claim_abandoned(hall: Hall, command: ClaimAbandoned) -> Answer:
    def claim(match: Match, seat: Seat) -> Progress:
        now = hall.clock.now()
        since = hall.presence.absent_since(match, match.opponent(seat))
        return judge.claim(match, seat, 0 if since is None else now - since, now)

    return await act(hall, command, claim)


def claim_due(hall: Hall, match: Match) -> int | None:
    """From when on (server time) the player who waits may claim the game; nothing while nobody is away."""
    patience = match.created.control.absence
    if match.to_move is None or patience is None:
        return None
    since = hall.presence.absent_since(match, match.to_move)
    return None if since is None else since + patience
