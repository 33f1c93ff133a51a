"""Report a player to the administrators."""

from __future__ import annotations

from damero.application.ports import Account, NewReport
from damero.application.services import Services
from damero.domain.errors import MatchRefusal


async def report_player(services: Services, by: Account, player_id: str, reason: str, match_id: str | None) -> None:
    """A second report of the same player replaces the first while that is open."""
    if by.id == player_id:
        raise MatchRefusal("account.own_report", code="OWN_REPORT")
    if await services.players.player(player_id) is None:
        raise MatchRefusal("account.no_such_player", code="NO_SUCH_PLAYER")
    report = NewReport(by.id, player_id, reason, match_id, services.clock.wall())
    await services.moderation.add_report(report)
