from collections.abc import Collection, Iterable
from dataclasses import dataclass

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.board import Pieces, WrittenMove
from damero.engines.draughts.evaluate import Evaluation
from damero.engines.draughts.kernel import Kernel

PLIES: int

@dataclass(frozen=True, slots=True)
class Thought:
    best: WrittenMove
    score: int
    depth: int
    nodes: int
    line: tuple[WrittenMove, ...]

class Oracle:
    pieces: int

class Search:
    oracle: Oracle | None
    def __init__(self, rules: Rules, kernel: Kernel, evaluation: Evaluation, oracle: Oracle | None = None) -> None: ...
    def stop(self) -> None: ...
    def clear_stop(self) -> None: ...
    def think(
        self,
        pieces: Pieces,
        *,
        black: bool,
        depth: int = ...,
        nodes: int = 0,
        seconds: float = 0,
        ample: float = 0,
        threads: int = 1,
        seed: object = 0,
        variety: int = 0,
        quiescent: bool = True,
        past: Iterable[tuple[Pieces, bool]] = (),
        quiet_plies: int = 0,
        ending_count: int = 0,
        table_megabytes: int = 0,
        remembers: bool = False,
        excluded: Collection[WrittenMove] | None = None,
    ) -> Thought: ...
