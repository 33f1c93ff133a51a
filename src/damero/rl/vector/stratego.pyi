from collections.abc import Sequence

from damero.domain.stratego.rules import Rules
from damero.rl.vector import Arrays
from damero.rl.vector.games import VectorGames

class StrategoGames(VectorGames):
    def __init__(
        self, rules: Rules, armies: Sequence[Sequence[str]], arrays: Arrays, seed: int, max_plies: int
    ) -> None: ...
