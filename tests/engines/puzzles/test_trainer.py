"""The endgame trainer draws a position for everything that it offers."""

from __future__ import annotations

import pytest

from damero.domain.catalogue import GAMES, game
from damero.domain.errors import DameroError
from damero.domain.puzzle import Goal
from damero.engines.puzzles.endings import Endings
from damero.engines.puzzles.exact import RESULTS
from damero.engines.puzzles.trainer import PracticeEndings
from damero.engines.registry import solved_endings

TRAINER = PracticeEndings()
OFFERED = {played.info.id: TRAINER.classes(played.info.id) for played in GAMES}
SEEDS = range(3)


@pytest.mark.parametrize("game_id", ["spanish", "english", "international", "banqi"])
def test_every_offered_pair_has_positions(game_id: str) -> None:
    assert OFFERED[game_id]
    for offered in OFFERED[game_id]:
        for goal in offered.goals:
            for seed in SEEDS:
                position = TRAINER.draw(game_id, offered.material, goal, f"{seed}")
                known = TRAINER.moves(position)
                assert known[0].result == RESULTS[goal], (offered, goal)
                assert {(each.result, each.plies) for each in known} != {(known[0].result, known[0].plies)}


def test_every_game_with_solved_endings_offers_some_of_them() -> None:
    for played in GAMES:
        endings: Endings | None = solved_endings(played.info.family)
        materials = endings.materials if endings and endings.covers(played) else ()
        offered = OFFERED[played.info.id]
        assert {each.material for each in offered} <= set(materials), played.info.id
        assert bool(offered) == bool(materials), played.info.id
        assert all(each.goals for each in offered)


@pytest.mark.parametrize(
    ("game_id", "material", "goal"),
    [
        ("english", "K-KK", Goal.DRAW),
        ("english", "KK-K", Goal.ODDS),
        ("banqi", "KK-K", Goal.WIN),
        ("stratego", "K-K", Goal.WIN),
    ],
)
def test_what_is_not_offered_is_refused_at_once(game_id: str, material: str, goal: Goal) -> None:
    with pytest.raises(DameroError, match="NO_SUCH_ENDING"):
        TRAINER.draw(game_id, material, goal, "1")


def test_the_defence_of_a_solved_banqi_ending_resists_longest() -> None:
    position = TRAINER.draw("banqi", "K-G", Goal.WIN, "1")
    moves = 0
    while position.outcome is None:
        best = TRAINER.moves(position)[0]
        position = position.play(best.move)
        if position.outcome is None:
            position = position.play(TRAINER.defence(position))
        moves += 1
        assert moves < 100
    assert position.outcome.winner is not None


def test_face_down_pieces_have_no_known_result() -> None:
    position = game("banqi").initial(lambda items: items)
    assert TRAINER.moves(position) == ()
