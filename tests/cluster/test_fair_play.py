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
from damero.application.running_positions import POSITIONS_KEPT
from damero.application.services import Services
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio


async def is_refused(services: Services, moves: tuple[str, ...] = (), text: str | None = None) -> bool:
    try:
        await position_to_analyse(services, AnalysedPosition(game_id="spanish", text=text, moves=moves))
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


async def test_the_next_move_does_not_pass_by_fair_play_at_another_server(tmp_path: Path) -> None:
    async with a_server(tmp_path, "a") as a, a_server(tmp_path, "b") as b:
        match_id = await begin(a, "spanish")
        await play_at_random(a, match_id, 14)
        match = await current(a, match_id)
        moves, present = tuple(str(played.move) for played in match.moves), match.position
        assert present is not None
        following = [present.play(move) for move in present.legal_moves()]
        while not await is_refused(b, moves):
            await asyncio.sleep(0.1)
        assert await is_refused(b, (*moves, following[0].plies[-1].text))
        assert await is_refused(b, moves[:-6])
        assert all([await is_refused(b, text=after.text) for after in following])
        assert not await is_refused(b, ())
        await resign(a, Resign(command_id="end", match_id=match_id, by=ANA.id))
        assert not await is_refused(b, text=following[0].text)


async def test_what_is_kept_of_running_matches_is_bounded_and_goes_with_their_end(tmp_path: Path) -> None:
    async with a_server(tmp_path, "a") as a:
        match_id = await begin(a, "spanish")
        await play_at_random(a, match_id, 3)
        while await stored(a) != 3:
            await asyncio.sleep(0.1)
        await play_at_random(a, match_id, 19)
        while await stored(a) != POSITIONS_KEPT:
            await asyncio.sleep(0.1)
        await resign(a, Resign(command_id="end", match_id=match_id, by=ANA.id))
        while await stored(a):
            await asyncio.sleep(0.1)


async def stored(services: Services) -> int:
    return int((await services.matches._connections.select("SELECT count(*) FROM running_position"))[0][0])  # type: ignore[attr-defined]
