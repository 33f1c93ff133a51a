"""The time by which a move or a set-up must be ready. The long steps before a search check it as they go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic


class OutOfTime(Exception):
    """A step was given up because its time was over."""


@dataclass(frozen=True, slots=True)
class Deadline:
    at: float = inf
    clock: Callable[[], float] = monotonic

    @property
    def is_never(self) -> bool:
        return self.at == inf

    @property
    def remaining(self) -> float:
        """Seconds, never less than 0."""
        return max(0.0, self.at - self.clock())

    def check(self) -> None:
        """Raise `OutOfTime` once the time is over."""
        if not self.is_never and self.clock() >= self.at:
            raise OutOfTime


NO_DEADLINE = Deadline()


def deadline_in(seconds: float | None) -> Deadline:
    return NO_DEADLINE if seconds is None else Deadline(monotonic() + seconds)
