"""How many matches one player may have, and how long: far more than people play, and a bound on what is stored."""

from __future__ import annotations

from damero.application.commands import Listing, ListMatches
from damero.application.ports import OwnMatches
from damero.application.services import Services
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access
from damero.domain.match import Status

UNFINISHED, GUEST, ACCOUNT = 500, 3_000, 100_000
"""Matches that are not over, all matches of a guest, and all of an account."""
OFFERED = 5
"""Matches in the lobby at the same time, so that nobody alone fills it."""
GUEST_EVENTS, ACCOUNT_EVENTS = 120_000, 4_000_000
"""Events of all matches of a guest, and of an account. A move or an offer is one event, which takes a third of a kB
with its indexes, so that this is about 40 MB and 1.3 GB."""


async def check_room(services: Services, player_id: str) -> None:
    """Refuses another match for a player who has too many, or too long ones."""
    own = await services.matches.count_own(player_id)
    if own.unfinished >= UNFINISHED:
        raise MatchRefusal("match.too_many_unfinished", code="MATCH_QUOTA", most=UNFINISHED)
    if own.unfinished + own.over >= GUEST or own.events >= GUEST_EVENTS:
        await _check_account(services, player_id, own)


async def check_offers(services: Services, player_id: str, match_id: str) -> None:
    """Refuses to list another match for a player who has enough of them in the lobby."""
    own = await services.matches.list(ListMatches(listing=Listing.MINE, player_id=player_id, limit=UNFINISHED))
    offered = [one for one in own if (one.status, one.access) == (Status.WAITING, Access.LOBBY) and one.id != match_id]
    if len(offered) >= OFFERED:
        raise MatchRefusal("match.too_many_offered", code="MATCH_QUOTA", most=OFFERED)


async def _check_account(services: Services, player_id: str, own: OwnMatches) -> None:
    account = await services.players.player(player_id)
    is_guest = account is None or account.password_hash is None
    matches, events = (GUEST, GUEST_EVENTS) if is_guest else (ACCOUNT, ACCOUNT_EVENTS)
    if own.unfinished + own.over >= matches:
        key = "match.too_many_of_guest" if is_guest else "match.too_many_of_account"
        raise MatchRefusal(key, code="MATCH_QUOTA", most=matches)
    if own.events >= events:
        raise MatchRefusal("match.too_many_moves", code="MATCH_QUOTA", most=events)
