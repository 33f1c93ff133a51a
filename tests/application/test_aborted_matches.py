"""An aborted match opens nothing: its armies and its deal stay hidden."""

from __future__ import annotations

import pytest
from tests.application.fixtures import begin, current, look

from damero.application.abort import abort
from damero.application.commands import Abort
from damero.application.export_record import export_record
from damero.application.replay_match import SPECTATOR, TRUTH, replay_match
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio
SECRETIVE = [game.info.id for game in catalogue.GAMES if game.info.hidden or game.info.chance]


async def aborted(services: Services, game_id: str) -> str:
    match_id = await begin(services, game_id)
    await abort(services, Abort(command_id="abort", match_id=match_id, by="ana"))
    assert (await current(services, match_id)).status is Status.ABORTED
    return match_id


@pytest.mark.parametrize("game_id", SECRETIVE)
async def test_everybody_sees_as_little_as_before(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    match = await current(services, match_id)
    viewers = (None, *match.seats)
    before = {seat: match.view(seat) for seat in viewers}
    await abort(services, Abort(command_id="abort", match_id=match_id, by="ana"))
    match = await current(services, match_id)
    for seat in viewers:
        view, earlier = match.view(seat), before[seat]
        assert view is not None
        assert earlier is not None
        assert (view.pieces, view.hidden) == (earlier.pieces, earlier.hidden)


@pytest.mark.parametrize("game_id", SECRETIVE)
async def test_its_replay_shows_only_what_the_viewer_saw(services: Services, game_id: str) -> None:
    match_id = await aborted(services, game_id)
    first, second = (await current(services, match_id)).seats
    for player, perspective in ((None, TRUTH), (None, first), ("ana", second), ("ana", TRUTH)):
        with pytest.raises(DameroError, match="STILL_SECRET"):
            await replay_match(services, match_id, player, perspective, start=0, limit=10)
    for player, perspective in ((None, SPECTATOR), ("ana", first), ("ben", second)):
        assert (await replay_match(services, match_id, player, perspective, start=0, limit=10)).frames


@pytest.mark.parametrize("game_id", SECRETIVE)
async def test_neither_its_state_nor_its_record_has_the_seed(services: Services, game_id: str) -> None:
    match_id = await aborted(services, game_id)
    match = await current(services, match_id)
    assert match.began is not None
    assert (await look(services, match_id, "ben")).match.seed is None
    record = await export_record(services, match_id)
    assert match.created.seed not in record
    assert match.began.position not in record


async def test_a_game_without_secrets_can_be_replayed_from_every_side(services: Services) -> None:
    match_id = await aborted(services, "drafti")
    assert (await replay_match(services, match_id, None, TRUTH, start=0, limit=10)).frames
