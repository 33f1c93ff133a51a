from damero.domain.draughts.rules import Rules
from damero.engines.draughts.evaluate import Evaluation
from damero.engines.draughts.search import Oracle

class Arena:
    def __init__(
        self,
        rules: Rules,
        evaluations: tuple[Evaluation, Evaluation],
        *,
        nodes: int,
        seed: object = 0,
        oracle: Oracle | None = None,
    ) -> None: ...
    def pair(self, opening_plies: int) -> int: ...
    def game(self, opening_plies: int, wild: int) -> tuple[bytes, int]: ...
