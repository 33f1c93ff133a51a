"""A histogram of seconds, for metrics."""

from __future__ import annotations

from bisect import bisect_left


class Durations:
    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """Up to each of the bounds but more than the one before; the last are longer than all."""
        self.total = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds
