from __future__ import annotations

import pytest

from damero.domain.catalogue import GAMES, game
from damero.domain.game import Game
from damero.engines.engine import Limits
from damero.engines.random_engine import RandomEngine


def test_among_captures_it_makes_a_longest_one() -> None:
    view = game("spanish").read_view("W:W21,27:B17,10,23")
    assert {RandomEngine().choose(view, Limits(seed=seed)).move for seed in range(30)} == {"21x14x7"}


def test_it_finds_every_move_when_there_is_no_capture() -> None:
    start = game("spanish").initial()
    chosen = {RandomEngine().choose(start.view("white"), Limits(seed=seed)).move for seed in range(200)}
    assert chosen == set(map(str, start.legal_moves()))


def test_the_same_chance_gives_the_same_move() -> None:
    view = game("english").initial().view("black")
    assert len({RandomEngine().choose(view, Limits(seed=7)).move for _ in range(10)}) == 1


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played.info.id)
def test_it_plays_legal_moves_in_every_game(played: Game) -> None:
    engine, position = RandomEngine(), played.initial()
    while position.to_move and len(position.plies) < 60:
        view = position.view(position.to_move)
        position = position.play(engine.choose(view, Limits(seed=len(position.plies))).move)
    assert position.plies
