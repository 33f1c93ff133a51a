"""A growing delay after wrong passwords, for each name and address.

Somebody who guesses at a name is slowed down without locking out its owner, who logs in from another address.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import TypeAlias

from damero.web.limits import network
from damero.web.problems import TooManyError

FREE_ATTEMPTS = 5
LONGEST_DELAY = 15 * 60.0
"""Seconds. After twice this long without an attempt the count begins anew."""
MOST_KEPT = 50_000


Tell: TypeAlias = Callable[[str, str, bool], None]
"""Is given the name, the network and whether the password was right."""


class LoginAttempts:
    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._failures: OrderedDict[tuple[str, str], tuple[int, float]] = OrderedDict()
        self.tell: Tell = _nobody
        """Tells other servers."""

    def check(self, name: str, address: str) -> None:
        """`TooManyError` with the time to wait if the last wrong password was too short a while ago."""
        count, last = self._failures.get(_key(name, address), (0, 0.0))
        wait = last + delay(count) - self._now()
        if wait > 0:
            raise TooManyError(wait=int(wait * 1000) + 1)

    def note_failure(self, name: str, address: str) -> None:
        self._note(*_key(name, address), was_right=False)

    def note_success(self, name: str, address: str) -> None:
        self._note(*_key(name, address), was_right=True)

    def note_elsewhere(self, name: str, network: str, *, was_right: bool) -> None:
        """What another server tells."""
        count, last = self._failures.pop((name, network), (0, 0.0))
        if was_right:
            return
        now = self._now()
        self._failures[name, network] = (1 if now - last > 2 * LONGEST_DELAY else count + 1, now)
        if len(self._failures) > MOST_KEPT:
            self._failures.popitem(last=False)

    def _note(self, name: str, network: str, *, was_right: bool) -> None:
        self.note_elsewhere(name, network, was_right=was_right)
        self.tell(name, network, was_right)


def delay(failures: int) -> float:
    """Seconds to wait after this many wrong passwords."""
    return 0.0 if failures < FREE_ATTEMPTS else min(2.0 ** (failures - FREE_ATTEMPTS), LONGEST_DELAY)


def _nobody(_name: str, _network: str, _was_right: bool, /) -> None:  # noqa: FBT001
    pass


def _key(name: str, address: str) -> tuple[str, str]:
    return name.casefold()[:100], network(address)
