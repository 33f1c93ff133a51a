from __future__ import annotations

import pytest
from tests.application.fixtures import ANA, begin, create, settled

from damero.application import match_quota
from damero.application.commands import MakeOffer, Resign, SeekGame
from damero.application.offer import make_offer
from damero.application.ports import Account
from damero.application.resign import resign
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain.clock import UNTIMED
from damero.domain.errors import DameroError
from damero.domain.events import OfferKind

pytestmark = pytest.mark.asyncio


async def over(services: Services, command_id: str) -> str:
    match_id = await begin(services, command_id=command_id)
    await resign(services, Resign(command_id="resign", match_id=match_id, by=ANA.id))
    await settled(services)
    return match_id


async def test_a_player_with_too_many_unfinished_matches_finishes_some_first(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_quota, "UNFINISHED", 2)
    await over(services, "0")
    first, _ = [await begin(services, command_id=command_id) for command_id in "12"]
    seek = SeekGame(command_id="seek", by=ANA, game_id="drafti", control=UNTIMED)
    for attempt in (create(services, command_id="3"), seek_game(services, seek)):
        with pytest.raises(DameroError) as refused:
            await attempt
        assert refused.value.code == "MATCH_QUOTA"
        assert refused.value.sentence == "You have 2 matches that are not over. Finish or abort some of them first."
    await resign(services, Resign(command_id="resign", match_id=first, by=ANA.id))
    await settled(services)
    assert await create(services, command_id="4")


async def test_a_guest_can_have_fewer_matches_than_an_account(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_quota, "GUEST", 2)
    monkeypatch.setattr(match_quota, "ACCOUNT", 3)
    _, last = [await over(services, command_id) for command_id in "12"]
    with pytest.raises(DameroError, match="Open an account"):
        await create(services, command_id="3")
    offer = MakeOffer(command_id="again", match_id=last, by=ANA.id, kind=OfferKind.REMATCH)
    with pytest.raises(DameroError, match="MATCH_QUOTA"):
        await make_offer(services, offer)
    await services.players.add_player(Account(ANA.id, "Ana", "a hash", 0))
    await over(services, "4")
    with pytest.raises(DameroError, match="An account can have 3 matches"):
        await create(services, command_id="5")
