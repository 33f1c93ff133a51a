"""The next match with colours swapped, once both agree."""

from __future__ import annotations

from damero.application.announce_nonce import nonce_and_hash
from damero.application.services import Services
from damero.domain.events import RematchAgreed
from damero.domain.match import Match, Progress
from damero.domain.rematch import next_match


def rematch_id(services: Services, match: Match, offer: int) -> str:
    return services.randomness.identifier("rematch", match.id, str(offer))


def agreed_rematch(progress: Progress, nonce: str, announced: str = "") -> Progress | None:
    """The next match, stored together with the agreement; `None` if something else was agreed."""
    agreed = progress.events[-1]
    if not isinstance(agreed, RematchAgreed) or progress.before is None or progress.before.offer is None:
        return None
    before, made = progress.before, progress.before.offer
    nonce, announced = nonce_and_hash(before.info, nonce, announced)
    return next_match(before, made, nonce, agreed.match_id, agreed.at, announced=announced)
