"""The engine cannot see what its seat does not know: neither its answer nor its process's input depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.engines.received import digest_of, digesting_processes
from tests.engines.stratego.play import positions, rules_of

from damero.domain.stratego.view import View
from damero.engines.engine import Limits
from damero.engines.stratego.player import player_of

VARIANTS = ["stratego", "stratego-federation", "barrage"]


def twins(game_id: str, number: int, seed: int) -> Iterator[tuple[View, View]]:
    """Views of the side to move on two positions that differ in nothing but what it cannot know."""
    random, rules, differences = Random(seed), rules_of(game_id), 0
    for state in positions(game_id, number, seed):
        other = rules.sample(state.view(state.side), lambda items: random.sample(items, len(items)))
        differences += state.text != other.text
        yield state.view(state.side), other.view(state.side)
    assert differences > number / 2


@pytest.mark.parametrize("game_id", VARIANTS)
def test_another_truth_behind_the_same_view_gives_the_same_move(game_id: str) -> None:
    for one, other in twins(game_id, 150, seed=11):
        choices = [player_of(5).choose(view, Limits(nodes=300, seed=7)) for view in (one, other)]
        assert choices[0] == choices[1]


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", VARIANTS)
async def test_a_worker_receives_the_same_bytes_whatever_the_truth(game_id: str) -> None:
    processes = digesting_processes()
    digests = set()
    for one, other in twins(game_id, 120, seed=23):
        digest = await digest_of(processes, one)
        assert digest == await digest_of(processes, other)
        digests.add(digest)
    assert len(digests) == 120
    await processes.close()
