"""What a viewer is told to be able to do, while a match goes on."""

from __future__ import annotations

from random import Random

import pytest
from tests.matches import begun

from damero.application.services import Services
from damero.application.viewer import Permissions, viewer_of
from damero.domain import judge
from damero.domain.errors import DameroError
from damero.domain.events import OfferKind
from damero.domain.match import Match

pytestmark = pytest.mark.asyncio


def _anything(match: Match, random: Random) -> Match:
    """The match after a move, an offer, an answer or the end; the same match if that is refused."""
    seat, now = random.choice(match.seats), match.last_at + 10
    chosen = random.choice(("move", "move", "move", "offer", "accept", "decline", "resign" if now > 900 else "move"))
    try:
        if chosen == "offer":
            return judge.offer(match, seat, random.choice(tuple(OfferKind)), now, seed="5eed" * 16).after
        if chosen in ("accept", "decline"):
            answer = judge.accept if chosen == "accept" else judge.decline
            return answer(match, seat, match.offer.offer if match.offer else 0, now).after
        if chosen == "resign":
            return judge.resign(match, seat, now).after
        routes = match.position.routes() if match.position else ()
        return judge.play(match, match.to_move or seat, random.choice(routes or ("",)), now).after
    except DameroError:
        return match


@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
async def test_kept_permissions_are_always_those_of_the_present_match(services: Services, game_id: str) -> None:
    kept, seen = Permissions(), set[tuple[str, ...]]()
    for seed in range(6):
        match, random = begun(game_id), Random(seed)
        for _ in range(60):
            match = _anything(match, random)
            for player_id in ("ana", "ben", None):
                viewer = viewer_of(match, player_id)
                assert kept.of(services, match, viewer) == Permissions().of(services, match, viewer)
                seen.add(kept.of(services, match, viewer))
    assert len(seen) > 5
