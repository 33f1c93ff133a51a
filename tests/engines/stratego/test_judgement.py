from __future__ import annotations

from tests.engines.stratego.play import positions
from tests.engines.stratego.test_deadline import deadline_after_checks

from damero.engines.stratego.belief import NO_BELIEF, belief_of, counting_belief, enemy_belief_of
from damero.engines.stratego.deadline import Deadline
from damero.engines.stratego.judgement import judge
from damero.engines.stratego.observations import observe

PAST = Deadline(0.0)


def late_view():
    state = max(positions("barrage", 12, seed=31), key=lambda state: state.turn_number)
    return state.view(state.side)


def test_with_time_it_judges_by_behaviour():
    view = late_view()
    judgement = judge(view)
    assert judgement.belief == belief_of(view)
    assert judgement.enemy_belief == enemy_belief_of(view, observe(view))
    assert judge(view, by_behaviour=False).belief == counting_belief(view)


def test_without_time_it_counts():
    view = late_view()
    judgement = judge(view, deadline=PAST)
    assert judgement.belief == counting_belief(view)
    assert judgement.enemy_belief == NO_BELIEF


def test_what_was_ready_in_time_is_used():
    view = late_view()
    observe(view)
    pieces = len(counting_belief(view).cells)
    judgement = judge(view, deadline=deadline_after_checks(pieces + 1))
    assert judgement.belief == belief_of(view)
    assert judgement.enemy_belief == NO_BELIEF
