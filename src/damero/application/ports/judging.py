"""Work on what players hand in, which may take long: done beside the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

Result = TypeVar("Result")
JUDGING_BUDGET = 3_000
"""Milliseconds of processor time for a position that a player hands in. With 10,000 captures it takes about 1,500.

Work with a larger budget waits apart.
"""


class BudgetExceeded(Exception):
    """The work needed more processor time or memory than it may take."""


class JudgingProcesses(Protocol):
    async def run(self, work: Callable[[], Result], budget: int, charge: Callable[[float], None]) -> Result:
        """Runs work in another process for at most `budget` milliseconds of processor time.

        The work and its result are pickled. `charge` is told the seconds that it took. Raises the `DameroError` that
        the work raises, `BudgetExceeded`, or `EngineFault`: `WorkerLost` or `EngineLate` if it may be tried again.
        Cancelling gives the work up.
        """
