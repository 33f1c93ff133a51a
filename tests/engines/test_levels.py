"""The eight levels of every game."""

from __future__ import annotations

import pytest

from damero.application.ports import ChooseMove, Finding
from damero.domain.catalogue import GAMES, game
from damero.domain.errors import DameroError, UnknownGame
from damero.domain.game import Game
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine
from damero.engines.worker import Thought

BRIEF = Limits(seconds=0.05, seed=1)
PLAYABLE = [each for each in GAMES if each.initial().to_move is not None]


@pytest.mark.parametrize("played", PLAYABLE, ids=lambda played: played.info.id)
@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_every_game_is_played_on_its_lowest_and_its_highest_level(played: Game, level: int) -> None:
    position = played.initial()
    assert position.to_move is not None
    view = position.view(position.to_move)
    choice = engine(played.info.id, level).choose(view, BRIEF)
    assert choice.move in {str(move) for move in view.legal_moves()}


@pytest.mark.parametrize("level", LEVELS)
def test_a_worker_answers_with_a_legal_move_at_every_level(level: int) -> None:
    view = game("drafti").initial().view("white")
    found: list[Finding] = []
    Thought(ChooseMove(view, level), limit=50).run(found.append)
    assert len(found) == 1
    assert found[0] in {str(move) for move in view.legal_moves()}


@pytest.mark.parametrize("level", [0, 9])
def test_there_are_eight_levels(level: int) -> None:
    with pytest.raises(DameroError, match="1 to 8"):
        engine("spanish", level)


def test_an_unknown_game_has_no_engine() -> None:
    with pytest.raises(UnknownGame):
        engine("chess", 3)


def test_a_seed_makes_the_lowest_level_repeat_itself() -> None:
    view = game("spanish").initial().view("white")
    lowest = engine("spanish", 1)
    assert lowest.choose(view, BRIEF) == lowest.choose(view, BRIEF)
    assert len({lowest.choose(view).move for _ in range(50)}) > 1
