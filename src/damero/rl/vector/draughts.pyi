from collections.abc import Sequence

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.board import Pieces
from damero.rl.encoding import Int8Array
from damero.rl.vector import Actions, Float32Array

class DraughtsGames:
    def __init__(
        self,
        rules: Rules,
        start: tuple[Pieces, bool],
        cells: Sequence[int],
        routes: int,
        count: int,
        seed: int,
        max_plies: int,
        masks: Int8Array,
        observations: Int8Array | None,
        rewards: Float32Array,
        done: Int8Array,
        seats: Int8Array,
    ) -> None: ...
    def begin(self, first: int, last: int) -> None: ...
    def first_illegal(self, chosen: Actions, first: int, last: int) -> int: ...
    def step(self, chosen: Actions, first: int, last: int) -> None: ...
    def choose(self, chosen: Actions, first: int, last: int) -> None: ...
