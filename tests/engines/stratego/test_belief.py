from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from tests.engines.stratego.play import positions, random_game, rules_of

from damero.domain.stratego.board import Board, UnknownPiece
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.belief import (
    belief_of,
    counting_belief,
    enemy_belief_of,
    samples,
    setup_probabilities,
)
from damero.engines.stratego.observations import observe

VARIANTS = ["stratego", "stratego-federation", "barrage"]


@pytest.mark.parametrize("game_id", VARIANTS)
@pytest.mark.parametrize("believe", [belief_of, counting_belief])
def test_every_piece_has_one_rank_and_every_rank_its_number(game_id, believe):
    for state in positions(game_id, 24, seed=1):
        belief = believe(state.view(state.side))
        assert all(sum(probabilities) == pytest.approx(1) for probabilities in belief.probabilities)
        for rank, probabilities in zip(Rank, zip(*belief.probabilities, strict=True), strict=True):
            assert sum(probabilities) == pytest.approx(belief.unseen[rank], abs=0.03)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_only_what_the_rules_allow_is_possible(game_id):
    for state in positions(game_id, 24, seed=2):
        view = state.view(state.side)
        belief = belief_of(view)
        unknown = [cell for cell, piece in enumerate(view.cells) if isinstance(piece, UnknownPiece)]
        assert list(belief.cells) == unknown
        for cell in set(unknown) & set(view.moved):
            assert belief.at(cell)[Rank.BOMB] == belief.at(cell)[Rank.FLAG] == 0


@pytest.mark.parametrize("game_id", VARIANTS)
def test_the_enemys_belief_about_us_is_what_we_would_believe_in_its_place(game_id):
    for state in positions(game_id, 24, seed=4):
        ours = state.view(state.side)
        enemy, theirs = enemy_belief_of(ours, observe(ours)), belief_of(state.view(state.side.opponent))
        assert enemy.cells == theirs.cells
        assert enemy.unseen == theirs.unseen
        for theirs_about_us, believed in zip(enemy.probabilities, theirs.probabilities, strict=True):
            assert theirs_about_us == pytest.approx(believed)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_the_true_rank_is_never_impossible(game_id):
    for state in positions(game_id, 24, seed=3):
        belief = belief_of(state.view(state.side))
        for cell in belief.cells:
            piece = state.board.cells[cell]
            assert piece is not None
            assert belief.at(cell)[piece.rank] > 0


@pytest.mark.parametrize("game_id", VARIANTS)
def test_samples_are_complete_armies_that_look_the_same(game_id):
    random = Random(4)
    for state in positions(game_id, 12, seed=4):
        view = state.view(state.side)
        for given in samples(view, random, number=3):
            cells = tuple(
                replace(piece, rank=given[cell]) if piece and cell in given else piece
                for cell, piece in enumerate(state.board.cells)
            )
            other = replace(state, board=Board(cells, state.rules))
            assert other.view(state.side) == view


def test_samples_follow_the_probabilities():
    state = positions("stratego", 1, seed=5)[0]
    view = state.view(state.side)
    belief = belief_of(view)
    drawn = samples(view, Random(5), number=400, belief=belief)
    cell = max(belief.cells, key=lambda cell: belief.at(cell)[Rank.FLAG])
    share = sum(given[cell] is Rank.FLAG for given in drawn) / len(drawn)
    assert share == pytest.approx(belief.at(cell)[Rank.FLAG], abs=0.12)


def test_the_flag_is_expected_in_the_corner_rather_than_in_front():
    state = next(iter(random_game("stratego", seed=6)))
    belief = belief_of(state.view("red"))
    assert belief.at(0)[Rank.FLAG] > 3 * belief.at(35)[Rank.FLAG]


def test_a_belief_in_a_position_set_up_by_hand_needs_no_record():
    state = positions("stratego", 1, seed=9)[0]
    view = state.view(state.side)
    bare = rules_of("stratego").read_view(view.text)
    assert Counter(belief_of(bare).cells) == Counter(belief_of(view).cells)


def test_evidence_for_a_rank_raises_its_weight():
    for state in positions("stratego", 6, seed=10):
        view = state.view(state.side)
        plain, observations = belief_of(view, evidence={}), observe(view)
        movers = [piece for piece in observations.pieces if piece.cell in set(plain.cells) & set(view.moved)]
        for piece in movers[:3]:
            evidence = dict.fromkeys(piece.features, [0.0] * 10 + [0.5, 0.0])
            assert belief_of(view, observations, evidence).weights != plain.weights
            assert _weight(belief_of(view, observations, evidence), piece.cell) > _weight(plain, piece.cell)


def _weight(belief, cell):
    return belief.weights[belief.cells.index(cell)][Rank.MARSHAL]


def test_an_army_unlike_any_other_is_thought_to_be_uniformly_random():
    rules = rules_of("stratego")
    usual = rules.place(dict.fromkeys(rules.info.seats, rules.library[1].army))
    odd = rules.place(dict.fromkeys(rules.info.seats, "BBMBBBKLBC/EEEEEDDDDD/DDDFFFFGGG/GHHHHIIIJJ"))
    shown = [observe(rules.read_view(state.text)).pieces for state in (usual, odd)]
    uniform = [
        setup_probabilities(rules.rules, (piece for piece in pieces if piece.side == "blue"))[0] for pieces in shown
    ]
    assert uniform[0] < 0.05
    assert uniform[1] > 0.95
