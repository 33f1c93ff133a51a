"""What can go wrong outside the application."""

from __future__ import annotations


class StoreUnavailable(Exception):
    """Nothing can be stored now (disk full, I/O error), so nothing is acknowledged."""


class Unreadable(StoreUnavailable):
    """The store works, but this part of it is damaged."""


class StaleAppend(Exception):
    """The match has grown meanwhile, or this command was already carried out."""


class QuotaExceeded(Exception):
    """A player's imported games would take more space than one player may have."""


class TooManyChallenges(Exception):
    """A player would have more open challenges than the limit with this name allows."""


class EngineFault(Exception):
    """An engine was late, crashed, or gave an invalid answer."""


class EngineLate(EngineFault):
    """No engine could answer in time."""


class WorkerLost(EngineFault):
    """The engine's worker ended in the middle of its work; another may do it."""
