from collections.abc import Iterable

from damero.engines.draughts.search import Oracle
from damero.engines.draughts.tablebase.slice_file import Shape

class Probe(Oracle):
    flags: int
    def __init__(
        self, flags: int, pieces: int, slices: Iterable[tuple[Shape, memoryview, memoryview, memoryview]]
    ) -> None: ...

def disagreements(
    probe: Probe,
    own_men: int,
    own_kings: int,
    enemy_men: int,
    enemy_kings: int,
    values: bytearray,
    every: int = 1,
) -> int: ...
