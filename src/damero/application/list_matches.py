"""List matches: the lobby, live games, and a player's own, running or over."""

from __future__ import annotations

from damero.application.commands import Listing, ListMatches
from damero.application.ports import Summary
from damero.application.services import Services
from damero.domain.errors import MatchRefusal

LONGEST_LIST = 200


async def list_matches(services: Services, wanted: ListMatches) -> tuple[Summary, ...]:
    """Newest first."""
    if wanted.listing in (Listing.MINE, Listing.HISTORY) and wanted.player_id is None:
        raise MatchRefusal("Only players have matches of their own.", code="NOT_A_PLAYER")
    if not 1 <= wanted.limit <= LONGEST_LIST:
        raise MatchRefusal(f"A list has 1 to {LONGEST_LIST} matches.", code="BAD_LIMIT")
    return await services.matches.list(wanted)
