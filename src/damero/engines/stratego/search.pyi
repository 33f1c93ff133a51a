from collections.abc import Sequence

from damero.engines.stratego.kernel_position import KernelPosition
from damero.engines.stratego.material import Valuation

class Searcher:
    def stop(self) -> None: ...
    def clear_stop(self) -> None: ...
    def choose(
        self,
        position: KernelPosition,
        valuation: Valuation,
        legal: Sequence[tuple[int, int, float]],
        *,
        plan_weight: float,
        depth: int,
        nodes: int,
        seconds: float,
        margin: float,
        same_depth: bool = False,
    ) -> tuple[list[tuple[float, int]], int, int]: ...
