from collections.abc import Sequence

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.board import Pieces
from damero.rl.vector import Arrays
from damero.rl.vector.games import VectorGames

class DraughtsGames(VectorGames):
    def __init__(
        self,
        rules: Rules,
        start: tuple[Pieces, bool],
        cells: Sequence[int],
        routes: int,
        arrays: Arrays,
        seed: int,
        max_plies: int,
    ) -> None: ...
