"""Read a match as it is stored now, also if another server has stored more than this one has heard of."""

from __future__ import annotations

from contextlib import suppress

from damero.application.change_match import follow
from damero.application.live_match import LiveMatch
from damero.application.ports import StoreUnavailable
from damero.application.services import Services


async def newest_match(services: Services, match_id: str) -> LiveMatch:
    """While the store does not answer, as it was when it last did."""
    was_known = services.is_known(match_id)
    live = await services.live_match(match_id)
    if was_known and services.matches.is_shared and services.matches.failure() is None:
        with suppress(StoreUnavailable):
            await follow(services, live)
    return live
