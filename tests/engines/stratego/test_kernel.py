from __future__ import annotations

import pytest
from tests.engines.stratego.play import random_game, rules_of

from damero.domain.stratego.combat import resolve_ranks
from damero.domain.stratego.moves import reachable
from damero.domain.stratego.rules import Rank
from damero.domain.stratego.view import View
from damero.engines.stratego.belief import counting_belief
from damero.engines.stratego.kernel import fight_result, moves_of
from damero.engines.stratego.kernel_position import kernel_position


def legal(view: View) -> set[tuple[int, int]]:
    return {(move.origin.cell, move.target.cell) for move in view.legal_moves()}


@pytest.mark.parametrize("seed", range(2))
def test_its_moves_are_the_referees_under_the_simple_two_square_rule(seed):
    for state in random_game("stratego", seed, most=150):
        view = state.view(state.side)
        assert sorted(moves_of(kernel_position(view, counting_belief(view)), 0)) == sorted(legal(view))


@pytest.mark.parametrize("game_id", ["stratego-federation", "barrage"])
def test_its_moves_include_the_legal_ones_and_only_reachable_ones(game_id):
    for seed in range(2):
        for state in random_game(game_id, seed, most=150):
            view = state.view(state.side)
            found = set(moves_of(kernel_position(view, counting_belief(view)), 0))
            assert legal(view) <= found <= set(reachable(view.rules, view.cells, state.side))


@pytest.mark.parametrize("game_id", ["stratego", "barrage"])
def test_moves_of_known_enemies_are_the_referees(game_id):
    rules = rules_of(game_id)
    for state in random_game(game_id, seed=7, most=100):
        view = rules.read_view(state.text)
        found = moves_of(kernel_position(view, counting_belief(view)), 1)
        assert sorted(found) == sorted(reachable(view.rules, view.cells, view.side.opponent))


def test_a_piece_that_went_back_and_forth_may_not_repeat_it():
    state = next(iter(random_game("stratego", seed=1)))
    out = step_of(state)
    other = step_of(state.play(out))
    for text in (out, other, back(out), back(other)):
        state = state.play(str(text))
    view = state.view(state.side)
    assert (out.origin.cell, out.target.cell) not in moves_of(kernel_position(view, counting_belief(view)), 0)


def step_of(state):
    return next(move for move in state.legal_moves() if move.piece.rank is not Rank.SCOUT)


def back(move):
    return f"{move.squares[1]}-{move.squares[0]}"


@pytest.mark.parametrize("attacker", [rank for rank in Rank if rank.is_movable])
def test_fight_results_are_the_referees(attacker):
    for defender in Rank:
        result = resolve_ranks(attacker, defender)
        assert fight_result(attacker, defender) == result.attacker_survived - result.defender_survived
