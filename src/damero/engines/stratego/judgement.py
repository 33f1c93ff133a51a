"""What a player makes of a view before it searches."""

from __future__ import annotations

from dataclasses import dataclass

from damero.domain.stratego.view import View
from damero.engines.stratego.belief import NO_BELIEF, Belief, belief_of, counting_belief, enemy_belief_of
from damero.engines.stratego.deadline import NO_DEADLINE, Deadline, OutOfTime
from damero.engines.stratego.observations import Observations, observe, unobserved
from damero.engines.stratego.table_loading import TABLES


@dataclass(frozen=True, slots=True)
class Judgement:
    observations: Observations
    belief: Belief
    """About the enemy's unidentified pieces."""
    enemy_belief: Belief
    """The enemy's, about ours."""


def judge(
    view: View, *, by_behaviour: bool = True, ignores_tables: bool = False, deadline: Deadline = NO_DEADLINE
) -> Judgement:
    """Observe the moves and judge the pieces. What is not ready by the deadline is replaced by counting."""
    observations = belief = enemy_belief = None
    try:
        observations = observe(view, deadline)
        TABLES.load_by(view.rules, deadline)
        belief = belief_of(view, observations, deadline=deadline) if by_behaviour else None
        enemy_belief = enemy_belief_of(view, observations, {} if ignores_tables else None, deadline)
    except OutOfTime:
        pass
    return Judgement(observations or unobserved(view), belief or counting_belief(view), enemy_belief or NO_BELIEF)
