"""List matches: the lobby, live games, and a player's own, running or over."""

from __future__ import annotations

from damero.application.commands import Listing, ListMatches
from damero.application.ports import Summary
from damero.application.services import Services
from damero.domain.errors import MatchRefusal

LONGEST_LIST = 200


async def list_matches(services: Services, wanted: ListMatches) -> tuple[Summary, ...]:
    """Newest first."""
    if wanted.listing not in (Listing.LOBBY, Listing.LIVE) and wanted.player_id is None:
        raise MatchRefusal("list.not_a_player", code="NOT_A_PLAYER")
    if not 1 <= wanted.limit <= LONGEST_LIST:
        raise MatchRefusal("list.bad_limit", code="BAD_LIMIT", most=LONGEST_LIST)
    return await services.matches.list(wanted)
