"""Nobody is helped with a position that people are playing, whichever server is asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.application.fixtures import ANA, begin, current, play_at_random
from tests.cluster.servers import a_server

from damero.application.analysed_position import AnalysedPosition, position_to_analyse
from damero.application.commands import Resign
from damero.application.resign import resign
from damero.application.services import Services
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio


async def is_refused(services: Services, moves: tuple[str, ...]) -> bool:
    try:
        await position_to_analyse(services, AnalysedPosition(game_id="spanish", moves=moves))
    except DameroError as refusal:
        return refusal.code == "BEING_PLAYED"
    return False


async def test_a_position_that_is_played_at_one_server_is_not_analysed_at_another(tmp_path: Path) -> None:
    async with a_server(tmp_path, "a") as a:
        match_id = await begin(a, "spanish")
        await play_at_random(a, match_id, 4)
        moves = tuple(str(played.move) for played in (await current(a, match_id)).moves)
        assert await is_refused(a, moves), "its own server knows at once"
        async with a_server(tmp_path, "b") as b:
            while not await is_refused(b, moves):
                await asyncio.sleep(0.1)
    async with a_server(tmp_path, "c") as later:
        assert await is_refused(later, moves), "also after all servers were restarted"
        await resign(later, Resign(command_id="end", match_id=match_id, by=ANA.id))
        assert not await is_refused(later, moves)


async def test_what_is_kept_of_running_matches_is_bounded_and_goes_with_their_end(tmp_path: Path) -> None:
    async with a_server(tmp_path, "a") as a:
        match_id = await begin(a, "spanish")
        await play_at_random(a, match_id, 9)
        while await stored(a) != 4:
            await asyncio.sleep(0.1)
        await resign(a, Resign(command_id="end", match_id=match_id, by=ANA.id))
        while await stored(a):
            await asyncio.sleep(0.1)


async def stored(services: Services) -> int:
    return int((await services.matches._connections.select("SELECT count(*) FROM running_position"))[0][0])  # type: ignore[attr-defined]
