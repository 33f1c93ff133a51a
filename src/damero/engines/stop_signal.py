"""Ends a search that runs in another thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock
from typing import Protocol


class Stoppable(Protocol):
    """A search that another thread can end."""

    def stop(self) -> None:
        """Ends the search, also if it has not begun."""

    def clear_stop(self) -> None:
        """Forgets a `stop` that came after the search had ended."""


class StopSignal:
    """Set once, from any thread. Whatever searches under it ends soon and answers with what it has found."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._search: Stoppable | None = None
        self.is_set = False

    def set(self) -> None:
        with self._lock:
            self.is_set = True
            if self._search is not None:
                self._search.stop()

    @contextmanager
    def ends(self, search: Stoppable) -> Iterator[None]:
        """Lets the signal end this search while the context lasts."""
        with self._lock:
            self._search = search
            if self.is_set:
                search.stop()
        try:
            yield
        finally:
            with self._lock:
                self._search = None
                search.clear_stop()


def stopped_by(signal: StopSignal | None, search: Stoppable) -> AbstractContextManager[None]:
    """Lets the signal, if there is one, end this search while the context lasts."""
    return nullcontext() if signal is None else signal.ends(search)
