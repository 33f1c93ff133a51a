from collections.abc import Collection, Sequence
from typing import TypeAlias

from damero.domain.draughts.rules import Rules

Pieces: TypeAlias = tuple[Collection[int], Collection[int], Collection[int], Collection[int]]
"""White men, white kings, black men, black kings, by square number."""
WrittenMove: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], bool]
"""Path, captured squares in order, whether it promotes."""

def flags_of(rules: Rules) -> int: ...

class Kernel:
    flags: int
    squares: int
    def __init__(self, rules: Rules) -> None: ...
    def moves(self, pieces: Pieces, *, black: bool) -> list[WrittenMove]: ...
    def play(
        self, pieces: Pieces, path: Sequence[int], captured: Collection[int], *, promotes: bool, black: bool
    ) -> Pieces: ...
