"""What operating systems offer under different names: locks, priorities, limits and interrupts."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

if sys.platform == "win32":
    import ctypes
    import msvcrt

    BELOW_NORMAL, IDLE = 0x4000, 0x40

    def _lock(file: IO[Any]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def lower_priority(steps: int) -> None:
        """Lets other processes come first, from 1 (a little) to 19 (nearly always)."""
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL if steps < 10 else IDLE)

    def limit_memory(most: int) -> None:
        """Windows sets no such limit."""

    def interrupt_after(seconds: float, interrupt: Callable[[], None]) -> None:
        """Windows has no timer of processor time."""

    def interrupt_now() -> None:
        """Windows cannot interrupt the main thread."""

    def memory_in_use() -> int:
        """Not known on Windows: 0."""
        return 0

    @contextmanager
    def interrupts_blocked() -> Iterator[None]:
        """Windows cannot hold interrupts back."""
        yield

    def allow_interrupts() -> None:
        """Ctrl-C ends this process without a traceback."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)

else:
    import fcntl
    import resource

    def _lock(file: IO[Any]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def lower_priority(steps: int) -> None:
        """Lets other processes come first, from 1 (a little) to 19 (nearly always)."""
        os.nice(steps)

    def limit_memory(most: int) -> None:
        """Makes this process fail when it asks for more than `most` bytes."""
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    def interrupt_after(seconds: float, interrupt: Callable[[], None]) -> None:
        """Calls this in the main thread after this much processor time; 0 ends the timer."""
        signal.signal(signal.SIGPROF, lambda _signal, _frame: interrupt())
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def interrupt_now() -> None:
        """Makes the main thread call what `interrupt_after` was given."""
        signal.raise_signal(signal.SIGPROF)

    def memory_in_use() -> int:
        """Bytes that this process holds for itself. Files that it has mapped, such as endgame tables, do not count."""
        try:
            _, resident, shared, *_ = Path("/proc/self/statm").read_text(encoding="ascii").split()
        except OSError:
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return most if sys.platform == "darwin" else most * 1024
        return (int(resident) - int(shared)) * resource.getpagesize()

    @contextmanager
    def interrupts_blocked() -> Iterator[None]:
        """Processes that are started in this block do not see Ctrl-C before they call `allow_interrupts`."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def allow_interrupts() -> None:
        """Ctrl-C ends this process without a traceback."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def try_lock(file: IO[Any]) -> bool:
    """Whether this process now holds the file's lock, until the file is closed or the process ends, even by a crash."""
    try:
        _lock(file)
    except OSError:
        return False
    return True
