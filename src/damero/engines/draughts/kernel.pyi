from collections.abc import Collection, Sequence

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.board import Pieces, WrittenMove

def flags_of(rules: Rules) -> int: ...

class Kernel:
    flags: int
    squares: int
    def __init__(self, rules: Rules) -> None: ...
    def moves(self, pieces: Pieces, *, black: bool) -> list[WrittenMove]: ...
    def play(
        self, pieces: Pieces, path: Sequence[int], captured: Collection[int], *, promotes: bool, black: bool
    ) -> Pieces: ...
