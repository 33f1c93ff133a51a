"""What is left of the limits of an analysis, which searches again and again."""

from __future__ import annotations

from math import inf
from time import monotonic

from damero.engines.engine import Limits


class Budget:
    def __init__(self, limits: Limits) -> None:
        seconds = min(limits.seconds or inf, limits.within or inf)
        self._stop = limits.stop
        self._end = monotonic() + seconds
        self._nodes = limits.nodes
        self.deepest = limits.depth
        self.nodes_used = 0

    def spend(self, nodes: int) -> None:
        self.nodes_used += nodes

    @property
    def is_spent(self) -> bool:
        is_stopped = self._stop is not None and self._stop.is_set
        return is_stopped or monotonic() >= self._end or (self._nodes is not None and self.nodes_used >= self._nodes)

    def limits(self, depth: int) -> Limits:
        """For the next search, to this depth."""
        seconds = None if self._end == inf else max(0.001, self._end - monotonic())
        nodes = None if self._nodes is None else max(1, self._nodes - self.nodes_used)
        return Limits(depth=depth, nodes=nodes, seconds=seconds, threads=1, stop=self._stop)
