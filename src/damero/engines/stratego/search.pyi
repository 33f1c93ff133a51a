from collections.abc import Sequence

from damero.engines.stratego.table import Table
from damero.engines.stratego.values import Worth

class Searcher:
    def stop(self) -> None: ...
    def choose(
        self,
        table: Table,
        worth: Worth,
        legal: Sequence[tuple[int, int, float]],
        *,
        weight: float,
        depth: int,
        nodes: int,
        seconds: float,
        margin: float,
        evenly: bool = False,
    ) -> tuple[list[tuple[float, int]], int, int]: ...
