"""Show a player to everybody: the name, the results in each game and the newest games, without private ones."""

from __future__ import annotations

from dataclasses import dataclass

from damero.application.commands import Listing, ListMatches
from damero.application.list_matches import list_matches
from damero.application.ports import Account, GameResults, Summary
from damero.application.services import Services
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access

MOST_COUNTED = 10_000
"""Matches whose results are counted, so that a page of anybody costs little."""


@dataclass(frozen=True, slots=True)
class PlayerPage:
    account: Account
    results: tuple[GameResults, ...]
    matches: tuple[Summary, ...]
    """Newest first."""


async def player_page(services: Services, player_id: str) -> PlayerPage:
    account = await services.players.player(player_id)
    if account is None:
        raise MatchRefusal("account.no_such_player", code="NO_SUCH_PLAYER")
    finished = await list_matches(services, ListMatches(listing=Listing.HISTORY, player_id=player_id))
    results = await services.matches.results(player_id, newest=MOST_COUNTED)
    return PlayerPage(account, results, tuple(match for match in finished if match.access is not Access.CODE))
