"""Searches for reference cycles a few objects at a time, at moments when no deadline is near."""

from __future__ import annotations

import asyncio
import gc

from damero.infrastructure.heap_timers import HeapTimers

INTERVAL = 60.0
"""Seconds between searches."""
LONGEST_PAUSE = 50
"""Milliseconds for which a search may block the event loop: no deadline should fall within them."""
RETRY_INTERVAL = 1.0
MAX_RETRIES = 60
MOST_OBJECTS = 50_000
"""A search looks at no more. It takes about half a microsecond for each."""
MIDDLE, OLDEST = 1, 2
"""Python's generations of objects."""


async def search_between_deadlines(timers: HeapTimers) -> None:
    """Runs until cancelled. Waits for a quiet moment, but not longer than a minute."""
    while True:
        await asyncio.sleep(INTERVAL)
        for _ in range(MAX_RETRIES):
            if not timers.due_within(LONGEST_PAUSE):
                break
            await asyncio.sleep(RETRY_INTERVAL)
        gc.collect(MIDDLE)
        await asyncio.sleep(0)
        search()


def search() -> None:
    """Frees cycles among the objects that came since the last search; if they are too many, they are never looked at.

    Thousands of new objects mean new connections and matches, which are freed without a search when they end.
    """
    if _count(OLDEST) > MOST_OBJECTS:
        gc.freeze()
    else:
        gc.collect()


def _count(generation: int) -> int:
    """The list of the objects is gone before any other thread runs.

    A tuple that another thread is making must not be in a second place, or Python fails to make it.
    """
    return sum(map(len, map(gc.get_objects, (generation,))))
