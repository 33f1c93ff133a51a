"""Before the end of a game with secrets, reviews and hints do not depend on what a seat cannot know."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeAlias

import pytest
from tests.application.fixtures import ANA, EVE, LocalEngines, create, current, settled

from damero.application.analyse import analyse_position
from damero.application.analysed_position import AnalysedPosition
from damero.application.commands import EngineOpponent, PlaceArmy, TakeHint
from damero.application.place_army import place_army
from damero.application.ports import Requester
from damero.application.review_match import estimate_secrets, follow_review, stored_review
from damero.application.services import Services
from damero.application.solve_mistake import find_mistake
from damero.application.take_hint import take_hint
from damero.domain.beginning import placed_game
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio
ASKING = Requester(EVE.id)


class ChosenArmies(LocalEngines):
    """Places the armies that the test gives it."""

    def __init__(self, army: str) -> None:
        super().__init__()
        self.army = army

    async def place_army(self, *_: object) -> str:
        return self.army


async def begun(services: Services, command_id: str, own: str, theirs: str) -> str:
    """Ana is Red against an engine that has placed this army."""
    services.engines = ChosenArmies(theirs)
    match_id = await create(services, "barrage", opponent=EngineOpponent(1), seat="red", command_id=command_id)
    await place_army(services, PlaceArmy(command_id="army", match_id=match_id, by=ANA.id, army=own))
    await settled(services)
    return match_id


async def test_a_hint_is_made_of_bytes_that_another_hidden_army_does_not_change(services: Services) -> None:
    probe = placed_game((await current(services, await create(services, "barrage", command_id="probe"))).game)
    own, first = (next(iter(probe.formations(seat).values())) for seat in ("red", "blue"))
    kinds = dict(probe.read_army("blue", first))
    squares = list(kinds)
    Random(4).shuffle(squares)
    second = probe.write_army("blue", dict(zip(squares, kinds.values(), strict=True)))
    assert first != second
    seen, hints = [], []
    for number, army in enumerate((first, second)):
        match_id = await begun(services, f"twin {number}", own, army)
        engine = services.engines
        assert isinstance(engine, ChosenArmies)
        engine.seen.clear()
        given = await take_hint(services, TakeHint(command_id="hint", match_id=match_id, by=ANA.id), ASKING)
        seen.append(pickle.dumps(engine.seen))
        hints.append((str(given.move), given.hints))
    assert seen[0] == seen[1]
    assert hints[0] == hints[1]


async def test_everything_else_is_refused_in_the_same_words_before_the_end(services: Services) -> None:
    probe = placed_game((await current(services, await create(services, "barrage", command_id="probe"))).game)
    own, *theirs = (*probe.formations("red").values(),)[:1] + (*probe.formations("blue").values(),)[:2]
    refusals = []
    for number, army in enumerate(theirs):
        match_id = await begun(services, f"twin {number}", own, army)
        engine = services.engines
        assert isinstance(engine, ChosenArmies)
        engine.seen.clear()
        refusals.append([await refused(services, match_id, request) for request in REQUESTS])
        assert not engine.seen, "no engine was asked"
    assert refusals[0] == refusals[1]
    assert {refusal.partition(" ")[0] for refusal in refusals[0]} == {"STILL_SECRET"}


Request: TypeAlias = Callable[[Services, str], Awaitable[object]]
REQUESTS: tuple[Request, ...] = (
    lambda services, match_id: anext(follow_review(services, match_id, ASKING)),
    stored_review,
    lambda services, match_id: estimate_secrets(services, match_id, "red", 0, ASKING),
    lambda services, match_id: find_mistake(services, match_id, 1),
    lambda services, match_id: anext(
        analyse_position(services, AnalysedPosition(match_id=match_id, ply=0), 1, 1_000, ASKING)
    ),
)


async def refused(services: Services, match_id: str, request: Request) -> str:
    with pytest.raises(DameroError) as refusal:
        await request(services, match_id)
    return str(refusal.value)
