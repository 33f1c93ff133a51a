from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.engines.stratego import belief
from damero.engines.stratego.belief import belief_of, counting
from damero.engines.stratego.fit import (
    army_to_learn_from,
    army_to_measure_by,
    learn,
    log_loss,
    play_games,
    players,
    recorded_sights,
)
from damero.engines.stratego.setup import army


@pytest.fixture(scope="module")
def sights():
    return looked_at(24)


def looked_at(games):
    played = play_games(rules_of("barrage"), games, 1, players(judge_behaviour=False)[:2], army_to_learn_from)
    return [sight for sights in played for sight in sights]


def test_every_sight_knows_the_truth_of_what_is_unknown(sights):
    for sight in sights:
        assert set(counting(sight.view).cells) == set(sight.truth)


def test_what_is_learnt_has_a_figure_for_every_rank(sights):
    learnt = learn(sights)
    assert learnt
    assert all(len(figures) == len(Rank) for figures in learnt.values())


def test_what_is_learnt_lessens_the_surprise_at_what_it_was_learnt_from(sights):
    learnt = learn(sights)
    assert log_loss(sights, partial(belief_of, table=learnt)) < log_loss(sights, partial(belief_of, table={}))
    assert learn(sights) == learnt


def test_the_truth_surprises_nobody(sights):
    truths = {sight.view: sight.truth for sight in sights}

    def knowing(view):
        belief = counting(view)
        chances = tuple(tuple(float(truths[view][cell] is rank) for rank in Rank) for cell in belief.cells)
        return replace(belief, chances=chances)

    assert log_loss(sights, knowing) == 0 < log_loss(sights, counting)


def test_what_was_learnt_before_has_no_part_in_what_is_learnt_from(monkeypatch):
    before = looked_at(3)
    monkeypatch.setattr(belief, "behaviour", lambda _: {"moved by 1": [9.0] * len(Rank)})
    assert looked_at(3) == before


def test_of_a_recorded_game_one_sees_what_the_other_seat_of_a_program_saw():
    rules, random = rules_of("barrage"), Random(5)
    armies = {seat: army(rules, seat, random) for seat in rules.info.seats}
    states, chosen = [rules.place(armies)], []
    while states[-1].outcome is None and len(states) < 60:
        chosen.append(random.choice(states[-1].legal_moves()))
        states.append(states[-1].play(chosen[-1]))
    moves = [str(move) for move in chosen]
    line = json.dumps({"seat": "red", "armies": armies, "moves": moves})
    seen = list(recorded_sights(rules, [line, line]))
    assert [sight.view for sight in seen] == 2 * [state.view("blue") for state in states[21:-1:22]]


def test_armies_to_learn_from_and_to_measure_by_are_legal_and_never_the_same():
    rules, random = rules_of("stratego"), Random(4)
    learnt_from = {army_to_learn_from(rules, random) for _ in range(60)}
    measured_by = {army_to_measure_by(rules, random) for _ in range(60)}
    for text in learnt_from | measured_by:
        rules.check_army("red", text)
    assert not learnt_from & measured_by
