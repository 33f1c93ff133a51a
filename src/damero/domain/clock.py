"""Time controls and clocks as values. All times are whole milliseconds of the server's own time, handed in as `now`.

Nothing is ever rounded or lost: for each seat, at every moment, used + remaining − increments − credits = initial.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from damero.domain.errors import MatchRefusal
from damero.domain.game import Seat

SECOND = 1_000
DAY = 24 * 60 * 60 * SECOND

LAG_PER_MOVE = 300
"""A slow line gives back at most this much for one move …"""
LAG_IN_ALL = 10 * SECOND
"""… and this much in a whole game."""

ABSENCE_TIMED = 60 * SECOND
ABSENCE_UNTIMED = 5 * 60 * SECOND


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each seat has. Without a base nobody's time runs out."""

    base: int | None = None
    increment: int = 0
    """Added after each own move (Fischer)."""
    delay: int = 0
    """The first part of each move, which costs nothing."""
    cap: int | None = None
    """No single move may take longer, however much time is left."""
    renewed: bool = False
    """The base is restored after each own move: days per move."""

    def __post_init__(self) -> None:
        limits = (self.increment, self.delay, *(limit for limit in (self.base, self.cap) if limit is not None))
        if any(limit < 0 or limit > 100 * DAY for limit in limits):
            raise MatchRefusal("Times lie between nothing and a hundred days.", code="BAD_TIME_CONTROL")
        if self.base == 0 or self.cap == 0:
            raise MatchRefusal("A clock needs some time to begin with.", code="BAD_TIME_CONTROL")
        if self.base is None and (self.increment or self.delay or self.cap or self.renewed):
            raise MatchRefusal("A game without a clock has no other times.", code="BAD_TIME_CONTROL")

    @property
    def absence(self) -> int | None:
        """How long a seat may be away in its own turn before its opponent may claim; with days per move, for ever."""
        if self.base is None:
            return ABSENCE_UNTIMED
        return None if self.renewed else ABSENCE_TIMED


UNTIMED = TimeControl()


def fischer(base: int, increment: int = 0) -> TimeControl:
    return TimeControl(base=base, increment=increment)


def delayed(base: int, delay: int) -> TimeControl:
    return TimeControl(base=base, delay=delay)


def capped(base: int, cap: int) -> TimeControl:
    return TimeControl(base=base, cap=cap)


def days_per_move(days: int) -> TimeControl:
    return TimeControl(base=days * DAY, renewed=True)


@dataclass(frozen=True, slots=True)
class TimeAccount:
    """One seat's time so far."""

    remaining: int
    used: int = 0
    increments: int = 0
    credits: int = 0
    """Time given back: a delay, or the lag of the line."""
    lag_credits: int = 0
    """The part of the credits that came from lag."""

    def spend(self, elapsed: int) -> TimeAccount:
        """The account after a stretch of thinking; never below zero, since the flag falls there."""
        spent = min(elapsed, self.remaining)
        return replace(self, remaining=self.remaining - spent, used=self.used + spent)

    def credit(self, time: int, *, lag: int = 0) -> TimeAccount:
        """Gives time back, of which so much for lag."""
        return replace(
            self,
            remaining=self.remaining + time,
            credits=self.credits + time,
            lag_credits=self.lag_credits + lag,
        )

    def add(self, increment: int) -> TimeAccount:
        return replace(self, remaining=self.remaining + increment, increments=self.increments + increment)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both seats' accounts, and whose time runs since when."""

    control: TimeControl
    accounts: tuple[tuple[Seat, TimeAccount], ...] = ()
    running: Seat | None = None
    since: int = 0

    @classmethod
    def ready(cls, control: TimeControl, seats: tuple[Seat, Seat]) -> Clock:
        if control.base is None:
            return cls(control)
        return cls(control, tuple((seat, TimeAccount(control.base)) for seat in seats))

    def account(self, seat: Seat | None) -> TimeAccount | None:
        return next((account for owner, account in self.accounts if owner == seat), None)

    def run(self, seat: Seat | None, now: int) -> Clock:
        """Charges whoever is thinking for the time so far, and lets this seat's time run from now."""
        return replace(self._charged(now), running=seat, since=now)

    def press(self, seat: Seat | None, now: int, *, lag: int = 0) -> Clock:
        """The running seat has moved: it is charged, gets what its control gives it, and this seat's time runs."""
        charged = self._charged(now)
        return replace(charged._rewarded(now, lag), running=seat, since=now)

    def remaining(self, seat: Seat, now: int) -> int | None:
        """What this seat's clock shows now; a delay that is still running costs nothing yet."""
        account = self.account(seat)
        if account is None or seat != self.running:
            return account.remaining if account else None
        charged = max(0, self._elapsed(now) - self.control.delay)
        return max(0, account.remaining - charged)

    @property
    def deadline(self) -> int | None:
        """When the flag of the running seat falls."""
        account = self.account(self.running)
        if account is None:
            return None
        time = account.remaining + self.control.delay
        return self.since + (time if self.control.cap is None else min(time, self.control.cap))

    def expired(self, now: int) -> bool:
        return self.deadline is not None and now >= self.deadline

    def _charged(self, now: int) -> Clock:
        """The delay is given before the time is taken, so that it can be used when nothing else is left."""
        account = self.account(self.running)
        if account is None:
            return self
        elapsed = self._elapsed(now)
        return self._with(account.credit(min(elapsed, self.control.delay)).spend(elapsed))

    def _rewarded(self, now: int, lag: int) -> Clock:
        account = self.account(self.running)
        if account is None:
            return self
        charged = max(0, self._elapsed(now) - self.control.delay)
        granted = max(0, min(lag, LAG_PER_MOVE, LAG_IN_ALL - account.lag_credits, charged))
        return self._with(self._increased(account.credit(granted, lag=granted)))

    def _increased(self, account: TimeAccount) -> TimeAccount:
        if self.control.renewed and self.control.base is not None:
            return account.add(self.control.base - account.remaining)
        return account.add(self.control.increment)

    def _elapsed(self, now: int) -> int:
        return max(0, now - self.since)

    def _with(self, account: TimeAccount) -> Clock:
        accounts = tuple((seat, account if seat == self.running else old) for seat, old in self.accounts)
        return replace(self, accounts=accounts)
