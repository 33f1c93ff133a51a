"""What engines did since the server started, for its metrics."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from damero.application.durations import Durations


def waits() -> Durations:
    return Durations(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


@dataclass(slots=True)
class EngineStatistics:
    waiting: int = 0
    """Requests that wait for a worker now."""
    running: int = 0
    """Thoughts in progress now."""
    workers: int = 0
    """Processes that are ready now."""
    waits: Durations = field(default_factory=waits)
    """From asking until there is a worker, for moves and armies."""
    queued: int | None = None
    """Work of all servers in the queue of a cluster that no worker has begun; None if there is no such queue."""
    queue_waits: Durations | None = None
    """The time in that queue, for moves and armies that this worker began."""
    thoughts: Counter[str] = field(default_factory=Counter)
    """Finished thoughts by kind: move, army, analysis, review."""
    shortened: Counter[str] = field(default_factory=Counter)
    """Thoughts that were cut short because others waited, by kind."""
    fallbacks: Counter[str] = field(default_factory=Counter)
    """Answers that had to be replaced by a fallback, by reason: late, lost, failed, invalid."""
    restarts: Counter[str] = field(default_factory=Counter)
    """Processes that were replaced, by reason: died, late, memory."""
