"""Challenges: matches whose free seat only one player may take, who can decline."""

from __future__ import annotations

from damero.domain.errors import MatchRefusal
from damero.domain.events import ChallengeDeclined, MatchAborted, Player
from damero.domain.match import Match, Progress, Status, evolve


def challenged(match: Match) -> Player | None:
    """The player who was challenged and has not answered yet."""
    return match.created.invited if match.status is Status.WAITING and match.free_seats else None


def decline(match: Match, player_id: str, now: int) -> Progress:
    """Decline a challenge. The match is aborted."""
    invited = challenged(match)
    if invited is None or invited.id != player_id:
        raise _not_challenged()
    declined, aborted = ChallengeDeclined(now, invited), MatchAborted(now)
    return Progress(match, evolve(evolve(match, declined), aborted), (declined, aborted))


def why_no_decline(match: Match, player_id: str | None) -> MatchRefusal | None:
    invited = challenged(match)
    return None if invited and invited.id == player_id else _not_challenged()


def why_not_invited(match: Match, player_id: str | None) -> MatchRefusal | None:
    """Why this player cannot take the free seat of a challenge; None for every other match."""
    invited = match.created.invited
    if invited is None or invited.id == player_id:
        return None
    return MatchRefusal("challenge.not_invited", code="NOT_INVITED", player=invited.name)


def _not_challenged() -> MatchRefusal:
    return MatchRefusal("challenge.not_challenged", code="NOT_CHALLENGED")
