"""How many matches one player may have: far more than people play, and a bound on what a program can store."""

from __future__ import annotations

from damero.application.services import Services
from damero.domain.errors import MatchRefusal

UNFINISHED, GUEST, ACCOUNT = 500, 3_000, 100_000
"""Matches that are not over, all matches of a guest, and all of an account. A match takes about 10 kB."""


async def check_room(services: Services, player_id: str) -> None:
    """Refuses another match for a player who has too many."""
    count = await services.matches.count_own(player_id)
    if count.unfinished >= UNFINISHED:
        raise MatchRefusal("match.too_many_unfinished", code="MATCH_QUOTA", most=UNFINISHED)
    if count.unfinished + count.over >= GUEST:
        await _check_account(services, player_id, count.unfinished + count.over)


async def _check_account(services: Services, player_id: str, count: int) -> None:
    account = await services.players.player(player_id)
    if account is None or account.password_hash is None:
        raise MatchRefusal("match.too_many_of_guest", code="MATCH_QUOTA", most=GUEST)
    if count >= ACCOUNT:
        raise MatchRefusal("match.too_many_of_account", code="MATCH_QUOTA", most=ACCOUNT)
