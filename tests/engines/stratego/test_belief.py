from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from tests.engines.stratego.play import BLUE, positions, random_game, rules_of

from damero.domain.stratego.board import Board, Stranger
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.belief import (
    HONESTY,
    Manner,
    behaviour,
    belief_of,
    counting,
    lifts_of,
    manners_of,
    samples,
    shares_of,
    suspicion_of,
    trust_in,
)
from damero.engines.stratego.traces import Trace, past_of

VARIANTS = ["stratego", "stratego-federation", "barrage"]


@pytest.mark.parametrize("game_id", VARIANTS)
@pytest.mark.parametrize("believe", [belief_of, counting])
def test_every_piece_has_one_rank_and_every_rank_its_number(game_id, believe):
    for state in positions(game_id, 24, seed=1):
        belief = believe(state.view(state.side))
        assert all(sum(chances) == pytest.approx(1) for chances in belief.chances)
        for rank, chances in zip(Rank, zip(*belief.chances, strict=True), strict=True):
            assert sum(chances) == pytest.approx(belief.unseen[rank], abs=0.03)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_only_what_the_rules_allow_is_possible(game_id):
    for state in positions(game_id, 24, seed=2):
        view = state.view(state.side)
        belief = belief_of(view)
        unknown = [cell for cell, piece in enumerate(view.cells) if isinstance(piece, Stranger)]
        assert list(belief.cells) == unknown
        for cell in set(unknown) & set(view.moved):
            assert belief.at(cell)[Rank.BOMB] == belief.at(cell)[Rank.FLAG] == 0


@pytest.mark.parametrize("game_id", VARIANTS)
def test_what_they_may_suspect_of_us_is_what_we_would_believe_in_their_place(game_id):
    for state in positions(game_id, 24, seed=4):
        ours = state.view(state.side)
        suspicion, theirs = suspicion_of(ours, past_of(ours)), belief_of(state.view(state.side.opponent))
        assert suspicion.cells == theirs.cells
        assert suspicion.unseen == theirs.unseen
        for suspected, believed in zip(suspicion.chances, theirs.chances, strict=True):
            assert suspected == pytest.approx(believed)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_the_truth_is_never_thought_impossible(game_id):
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


def test_samples_follow_the_chances():
    state = positions("stratego", 1, seed=5)[0]
    view = state.view(state.side)
    belief = belief_of(view)
    drawn = samples(view, Random(5), number=400, belief=belief)
    cell = max(belief.cells, key=lambda cell: belief.at(cell)[Rank.FLAG])
    share = sum(given[cell] is Rank.FLAG for given in drawn) / len(drawn)
    assert share == pytest.approx(belief.at(cell)[Rank.FLAG], abs=0.12)


def test_the_flag_is_sought_in_the_corner_rather_than_in_front():
    state = next(iter(random_game("stratego", seed=6)))
    belief = belief_of(state.view("red"))
    assert belief.at(0)[Rank.FLAG] > 3 * belief.at(35)[Rank.FLAG]


def test_a_belief_in_a_position_set_up_by_hand_needs_no_record():
    state = positions("stratego", 1, seed=9)[0]
    view = state.view(state.side)
    bare = rules_of("stratego").read_view(view.text)
    assert Counter(belief_of(bare).cells) == Counter(belief_of(view).cells)


def test_what_a_piece_is_told_by_its_behaviour_counts_in_its_favour():
    for state in positions("stratego", 6, seed=10):
        view = state.view(state.side)
        plain, past = belief_of(view, table={}), past_of(view)
        walkers = [trace for trace in past.traces if trace.cell in set(plain.cells) & set(view.moved)]
        for trace in walkers[:3]:
            bold = dict.fromkeys(trace.events, [0.0] * 10 + [0.5, 0.0])
            assert belief_of(view, past, bold).weights != plain.weights
            assert _weight(belief_of(view, past, bold), trace.cell) > _weight(plain, trace.cell)


def _weight(belief, cell):
    return belief.weights[belief.cells.index(cell)][Rank.MARSHAL]


def test_an_army_that_stands_like_no_other_is_thought_to_be_by_lot():
    rules = rules_of("stratego")
    usual = rules.place(dict.fromkeys(rules.info.seats, rules.library[1].army))
    odd = rules.place(dict.fromkeys(rules.info.seats, "BBMBBBKLBC/EEEEEDDDDD/DDDFFFFGGG/GHHHHIIIJJ"))
    shown = [past_of(rules.read_view(state.text)).traces for state in (usual, odd)]
    by_lot = [trust_in(rules.rules, (trace for trace in traces if trace.side == "blue"))[0] for traces in shown]
    assert by_lot[0] < 0.05
    assert by_lot[1] > 0.95


def _came_to_light(deeds):
    """Blue pieces that are known by now: their rank, and the rank of the known piece that they went to meet."""
    return [Trace(BLUE, 0, None, rank, True, events={f"sought {met}", f"approached {met}"}) for rank, met in deeds]


@pytest.mark.parametrize(
    ("deeds", "honest"),
    [
        ([(Rank.MAJOR, 6), (Rank.COLONEL, 7), (Rank.LIEUTENANT, 4), (Rank.MARSHAL, 9)], True),
        ([(Rank.SERGEANT, 6), (Rank.MINER, 7), (Rank.SCOUT, 8), (Rank.CAPTAIN, 10)], False),
    ],
)
def test_pieces_that_have_come_to_light_tell_how_honest_their_owner_is(deeds, honest):
    rules = rules_of("stratego").rules
    shares = shares_of(rules, manners_of(rules)[: len(HONESTY)], _came_to_light(deeds))
    assert sum(shares) == pytest.approx(1)
    assert (shares[-1] > shares[0]) is honest


def test_an_opponent_whose_pieces_did_what_outsiders_do_is_thought_to_be_one():
    rules = rules_of("stratego").rules
    event = "sought 7"
    plain, outsider = Manner({}), Manner({event: [0.0] * 10 + [2.0, 0.0]}, trust=1.0)
    marshals = [Trace(BLUE, 0, None, Rank.MARSHAL, True, events={event})]
    miners = [Trace(BLUE, 0, None, Rank.MINER, True, events={event})]
    before, alike, unlike = (shares_of(rules, (plain, outsider), army) for army in ([], marshals, miners))
    assert before == pytest.approx((1 / 2, 1 / 2))
    assert alike[1] > before[1] > unlike[1]


def test_whoever_is_honest_sends_after_a_known_piece_what_beats_it():
    rules = rules_of("stratego").rules
    sly, *_, honest = (Manner({}, honesty) for honesty in HONESTY)
    hunter = frozenset({"sought 7", "approached 7"})
    assert lifts_of(rules, sly, hunter) == [1.0] * len(Rank)
    lifts = lifts_of(rules, honest, hunter)
    assert min(lifts[Rank.COLONEL], lifts[Rank.GENERAL], lifts[Rank.MARSHAL]) > lifts[Rank.MAJOR] > lifts[Rank.MINER]


def test_a_spy_does_not_walk_up_to_the_marshal_but_waits_behind_another():
    rules = rules_of("stratego").rules
    honest = Manner({}, HONESTY[-1])
    offered, behind = (lifts_of(rules, honest, frozenset({f"{deed} 10"})) for deed in ("approached", "backed"))
    assert offered[Rank.SPY] < 1.1 < behind[Rank.SPY]
    assert behind[Rank.SPY] > 3 * behind[Rank.MINER]


def test_armies_of_each_size_have_been_learnt_from():
    large, federation, small = (behaviour(rules_of(game_id).rules) for game_id in VARIANTS)
    assert large is not small
    assert large == federation
    assert all(len(figures) == len(Rank) for table in (large, small) for figures in table.values())
