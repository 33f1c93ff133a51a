"""The state that is made from the last one is the state that would be made anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.application.fixtures import opened_services, turn
from tests.matches import begun
from tests.web.live.random_match import random_match

from damero.application.services import Services
from damero.application.show_match import show_match
from damero.domain import judge
from damero.domain.catalogue import GAMES
from damero.domain.clock import UNTIMED, TimeControl, capped, days_per_move, delayed, fischer
from damero.domain.match import Match
from damero.web import serialize, wire
from damero.web.live.state_after_moves import state_after_moves

CONTROLS = [UNTIMED, fischer(60_000, 1_000), delayed(60_000, 2_000), capped(60_000, 9_000), days_per_move(2)]


def _anew(services: Services, match: Match) -> wire.State:
    return serialize.state(show_match(services, match, since=len(match.moves), with_position=False))


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", [game.info.id for game in GAMES])
async def test_moves_lead_to_the_state_that_is_made_anew(tmp_path: Path, game_id: str) -> None:
    async with opened_services(tmp_path) as services:
        made = [await _made_from_the_last(services, game_id, control) for control in CONTROLS]
    assert min(made) >= 10


async def _made_from_the_last(services: Services, game_id: str, control: TimeControl) -> int:
    """How many states of a game could be made from the last one."""
    match, made = begun(game_id, control), 0
    for progress in random_match(match, Random(game_id)):
        turn(services, 700)
        after, now = progress.after, services.clock.now()
        state = state_after_moves(match, _anew(services, match), after, now)
        if state is not None:
            assert state == _anew(services, after)
            made += 1
        match = after
    return made


@pytest.mark.asyncio
async def test_whatever_else_happens_the_state_is_made_anew(tmp_path: Path) -> None:
    async with opened_services(tmp_path) as services:
        match = begun()
        ended = judge.resign(match, match.seats[0], 5).after
        hinted = replace(match, hints=(("white", 1),))
        for other in (ended, hinted):
            assert _anew(services, other) != _anew(services, match)
            assert state_after_moves(match, _anew(services, match), other, 0) is None
