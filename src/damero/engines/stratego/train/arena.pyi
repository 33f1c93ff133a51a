from collections.abc import Sequence
from random import Random

from damero.domain.stratego.notation import Step
from damero.domain.stratego.rules import Rules
from damero.engines.stratego.material import EvaluationWeights

class Arena:
    steps: list[Step]
    def __init__(self, rules: Rules, random: Random) -> None: ...
    def play(
        self, armies: Sequence[Sequence[tuple[int, int]]], weights: Sequence[EvaluationWeights], nodes: int
    ) -> int: ...
