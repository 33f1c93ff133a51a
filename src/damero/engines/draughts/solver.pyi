from collections.abc import Sequence

from damero.engines.draughts.solved import Solved
from damero.engines.draughts.tablebase_file import Shape

MOST_PLIES: int

class Pair:
    done: int
    stopped: bool
    def __init__(
        self, solved: Solved, sides: Sequence[tuple[Shape, int, bytearray, bytearray]], men_convert: bool
    ) -> None: ...
    def solve(self) -> None: ...
    def faults(self, number: int, start: int, end: int, every: int = 1) -> int: ...
