"""Durations as text."""

from __future__ import annotations


def quantiles(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    p50, p99 = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, at most {1000 * ordered[-1]:.1f} ms"
