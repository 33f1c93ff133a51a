"""The example bot plays on a real server."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from random import Random

import pytest
from tests.web.playing import play_out
from tests.web.servers import guests

from damero.web import wire

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_bot_is_short() -> None:
    assert len(BOT.read_text().splitlines()) <= 40


@pytest.mark.asyncio
@pytest.mark.parametrize("game", ["drafti", "barrage", "banqi"])
async def test_the_bot_plays_a_whole_game(server: str, game: str) -> None:
    play = runpy.run_path(str(BOT))["play"]
    async with guests(server, 1) as (ana,):
        bot = asyncio.create_task(play(game, server))
        seek = None
        while seek is None:
            await asyncio.sleep(0.02)
            seeks = (await ana.ask("GET", "/api/lobby", wire.Seeks)).seeks
            seek = next((one for one in seeks if one.game == game and one.creator != ana.player), None)
        await ana.join(seek.id)
        async with ana.watch(seek.id) as live:
            state = await play_out(ana, live, Random(1), plies=40)
        assert state.outcome is not None
        assert await bot == f"{state.outcome.winner or 'nobody'} won: {state.outcome.reason}"
