from __future__ import annotations

from dataclasses import replace

import pytest

from damero.domain.stratego.rules import Rank
from damero.engines.stratego.belief import counting
from damero.engines.stratego.fit import learn, log_loss, play_games


@pytest.fixture(scope="module")
def sights():
    return [sight for played in play_games("barrage", 24, seed=1, levels=[2, 3]) for sight in played]


def test_every_sight_knows_the_truth_of_what_is_unknown(sights):
    for sight in sights:
        assert set(counting(sight.view).cells) == set(sight.truth)


def test_what_is_learnt_has_a_figure_for_every_rank(sights):
    learnt = learn(sights)
    assert learnt
    assert all(len(figures) == len(Rank) for figures in learnt.values())


def test_the_truth_surprises_nobody(sights):
    truths = {sight.view: sight.truth for sight in sights}

    def knowing(view):
        belief = counting(view)
        chances = tuple(tuple(float(truths[view][cell] is rank) for rank in Rank) for cell in belief.cells)
        return replace(belief, chances=chances)

    assert log_loss(sights, knowing) == 0 < log_loss(sights, counting)
