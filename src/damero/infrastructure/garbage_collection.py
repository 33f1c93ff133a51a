"""Frees the reference cycles that closed connections leave behind, at moments when no deadline is near."""

from __future__ import annotations

import asyncio
import gc

from damero.infrastructure.heap_timers import HeapTimers

INTERVAL = 300.0
"""Seconds between full collections."""
LONGEST_PAUSE = 500
"""Milliseconds for which a collection may block the event loop: no deadline should fall within them."""
RETRY_INTERVAL = 1.0
MAX_RETRIES = 60


async def collect_between_deadlines(timers: HeapTimers) -> None:
    """Runs until cancelled. Waits for a quiet moment, but not longer than a minute."""
    while True:
        await asyncio.sleep(INTERVAL)
        for _ in range(MAX_RETRIES):
            if not timers.due_within(LONGEST_PAUSE):
                break
            await asyncio.sleep(RETRY_INTERVAL)
        gc.collect()
