"""Show a player to everybody: the name, and the finished games that are not private."""

from __future__ import annotations

from dataclasses import dataclass

from damero.application.commands import Listing, ListMatches
from damero.application.list_matches import list_matches
from damero.application.ports import Account, Summary
from damero.application.services import Services
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access


@dataclass(frozen=True, slots=True)
class PlayerPage:
    account: Account
    matches: tuple[Summary, ...]
    """Newest first."""


async def player_page(services: Services, player_id: str) -> PlayerPage:
    account = await services.players.player(player_id)
    if account is None:
        raise MatchRefusal("account.no_such_player", code="NO_SUCH_PLAYER")
    finished = await list_matches(services, ListMatches(listing=Listing.HISTORY, player_id=player_id))
    return PlayerPage(account, tuple(match for match in finished if match.access is not Access.CODE))
