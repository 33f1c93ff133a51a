from collections.abc import Sequence

from damero.engines.draughts.tablebase.slice_file import Shape
from damero.engines.draughts.tablebase.solved_slices import SolvedSlices

MOST_PLIES: int

class Pair:
    done: int
    stopped: bool
    def __init__(
        self, solved: SolvedSlices, sides: Sequence[tuple[Shape, int, bytearray, bytearray]], men_convert: bool
    ) -> None: ...
    def solve(self) -> None: ...
    def faults(self, number: int, start: int, end: int, every: int = 1) -> int: ...
