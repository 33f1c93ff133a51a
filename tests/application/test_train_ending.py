"""Endings to practise: graded by the tables, and not a way to ask about a running game."""

from __future__ import annotations

import pytest
from tests.application.fixtures import begin, play, settled

from damero.application.services import Services
from damero.application.train_ending import play_ending
from damero.domain.catalogue import game
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio
START = "W:WK6,K13,K29:BK3"


async def test_a_move_is_graded_by_the_plies_that_it_loses(services: Services) -> None:
    best = (await play_ending(services, "spanish", START, ["6-1"])).best
    told = await play_ending(services, "spanish", START, [best])
    assert (told.keeps, told.lost) == (True, 0)
    assert told.replied is not None


async def test_nothing_is_told_about_an_ending_that_people_are_playing(services: Services) -> None:
    match_id = await begin(services, "spanish", start=START)
    move = str(game("spanish").read_position(START).legal_moves()[0])
    await play(services, match_id, move)
    await settled(services)
    copied = game("spanish").read_position(START).play(move)
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await play_ending(services, "spanish", copied.text, [str(copied.legal_moves()[0])])
