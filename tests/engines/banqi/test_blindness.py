"""What lies face down changes neither the engine's answer nor what its process is given."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.engines.received import digest_of, digesting_processes
from tests.random_play import random_position, shuffle_by

from damero.domain import banqi
from damero.domain.banqi.view import View
from damero.domain.game import Game
from damero.engines.banqi.encoding import encode
from damero.engines.banqi.player import player_of
from damero.engines.engine import Limits


def twins(game: Game, number: int) -> Iterator[tuple[View, View]]:
    """Views of the seat to move on two deals that look alike; most of them are different deals."""
    differences, seed = 0, 0
    while number:
        seed += 1
        position = random_position(game, seed, 2 + seed % 60)
        if position.outcome is not None:
            continue
        one = position.view(position.to_move)
        dealt_again = game.sample(one, shuffle_by(seed))
        other = dealt_again.view(dealt_again.to_move)
        assert isinstance(one, View)
        assert isinstance(other, View)
        differences += position.text != dealt_again.text
        number -= 1
        yield one, other
    assert differences > 50


@pytest.mark.parametrize("game", banqi.GAMES, ids=lambda game: game.info.id)
def test_another_deal_behind_the_same_view_gives_the_same_move(game: Game) -> None:
    limits = Limits(nodes=300, seed=7)
    for one, other in twins(game, 200):
        assert encode(one) == encode(other)
        assert player_of(8).choose(one, limits) == player_of(8).choose(other, limits)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", banqi.GAMES, ids=lambda game: game.info.id)
async def test_a_worker_receives_the_same_bytes_whatever_the_deal(game: Game) -> None:
    processes = digesting_processes()
    digests = set()
    for one, other in twins(game, 120):
        digest = await digest_of(processes, one)
        assert digest == await digest_of(processes, other)
        digests.add(digest)
    assert len(digests) == 120
    await processes.close()
