"""Time controls and clocks as values. All times are whole milliseconds of the server's own time, passed as `now`.

Nothing is rounded or lost. For each seat, at every moment: used + remaining − increments − credits = initial.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from damero.domain.errors import MatchRefusal
from damero.domain.game import Seat

SECOND = 1_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE

LAG_PER_MOVE = 300
"""The most that a slow connection is credited for one move …"""
LAG_IN_ALL = 10 * SECOND
"""… and for a whole game, …"""
LAG_UNCONFIRMED = 2 * SECOND
"""… unless nothing but the player's own answers shows that the connection is slow."""
LAG_SHARE = 20
"""Lag credit is at most one part in this many of the time for a game …"""
USUAL_MOVES = 40
"""… of this many moves."""

ENGINE_PAUSE = 600
"""How long a person's time stands still after an engine's move, so that the move can be shown before time runs."""

ABSENCE_TIMED = 60 * SECOND
ABSENCE_UNTIMED = 5 * 60 * SECOND


class Speed(StrEnum):
    """How fast a game is, by the time that a seat has for `USUAL_MOVES` moves."""

    BULLET = "bullet"
    BLITZ = "blitz"
    RAPID = "rapid"
    CLASSICAL = "classical"
    DAYS = "days"
    UNTIMED = "untimed"


SHORTER_THAN = {Speed.BULLET: 3 * MINUTE, Speed.BLITZ: 10 * MINUTE, Speed.RAPID: 30 * MINUTE}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each seat has. Without a base, time is unlimited."""

    base: int | None = None
    increment: int = 0
    """Added after each own move (Fischer)."""
    delay: int = 0
    """The first part of each move is free."""
    cap: int | None = None
    """The longest that a single move may take."""
    renewed: bool = False
    """The seat gets its whole base again after each own move: days per move."""

    def __post_init__(self) -> None:
        limits = (self.increment, self.delay, *(limit for limit in (self.base, self.cap) if limit is not None))
        if any(limit < 0 or limit > 100 * DAY for limit in limits):
            raise MatchRefusal("clock.out_of_range", code="BAD_TIME_CONTROL")
        if self.base == 0 or self.cap == 0:
            raise MatchRefusal("clock.empty", code="BAD_TIME_CONTROL")
        if self.base is None and (self.increment or self.delay or self.cap or self.renewed):
            raise MatchRefusal("clock.unlimited_with_limits", code="BAD_TIME_CONTROL")

    @property
    def absence(self) -> int | None:
        """How long a seat may be away in its own turn before the opponent may claim; None if there is no limit."""
        if self.base is None:
            return ABSENCE_UNTIMED
        return None if self.renewed else ABSENCE_TIMED

    @property
    def speed(self) -> Speed:
        if self.base is None:
            return Speed.UNTIMED
        if self.renewed:
            return Speed.DAYS
        usual = self.base + USUAL_MOVES * (self.increment + self.delay)
        return next((speed for speed, limit in SHORTER_THAN.items() if usual < limit), Speed.CLASSICAL)

    def most_lag(self, *, confirmed: bool) -> int:
        """The most that one seat is credited for lag in a whole game."""
        usual = (self.base or 0) + USUAL_MOVES * self.increment
        return min(usual // LAG_SHARE, LAG_IN_ALL if confirmed else LAG_UNCONFIRMED)


UNTIMED = TimeControl()


@dataclass(frozen=True, slots=True)
class Lag:
    """How long a message takes to a player and back, in milliseconds."""

    round_trip: int = 0
    confirmed: bool = False
    """The server's operating system measured it too. A client can delay its answers, but not that measurement."""


NO_LAG = Lag()


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
    """The time that one seat has used and has left."""

    remaining: int
    used: int = 0
    increments: int = 0
    credits: int = 0
    """Time given back: for a delay, or for lag."""
    lag_credits: int = 0
    """The part of the credits that was given for lag."""

    def spend(self, elapsed: int) -> TimeAccount:
        """The account after this much thinking time. It stops at zero."""
        spent = min(elapsed, self.remaining)
        return TimeAccount(self.remaining - spent, self.used + spent, self.increments, self.credits, self.lag_credits)

    def credit(self, time: int, *, lag: int = 0) -> TimeAccount:
        """Give time back; `lag` is the part that is given for lag."""
        if time == lag == 0:
            return self
        return TimeAccount(
            self.remaining + time, self.used, self.increments, self.credits + time, self.lag_credits + lag
        )

    def add(self, increment: int) -> TimeAccount:
        if increment == 0:
            return self
        return replace(self, remaining=self.remaining + increment, increments=self.increments + increment)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both seats' accounts, which seat's time is running, and since when."""

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
        for owner, account in self.accounts:
            if owner == seat:
                return account
        return None

    def run(self, seat: Seat | None, now: int) -> Clock:
        """Charge the running seat for the time so far, then start this seat's time."""
        return self._running(seat, now, lambda account: self._charged(account, now))

    def press(self, seat: Seat | None, now: int, *, credit: int = 0, pause: int = 0) -> Clock:
        """The running seat has moved: charge it, add its increment and its lag credit.

        This seat's time starts after the pause.
        """
        pressed = self._running(
            seat, now, lambda account: self._increased(self._charged(account, now).credit(credit, lag=credit))
        )
        return replace(pressed, since=now + pause) if pause else pressed

    def lag_credit(self, lag: Lag, now: int) -> int:
        """What the running seat is credited for lag if it moves now."""
        return self._lag_credit(lag.round_trip, self.control.most_lag(confirmed=lag.confirmed), now)

    def first_edition_lag_credit(self, round_trip: int, now: int) -> int:
        """The same by the rule of the first edition, whose stored moves carry a round trip instead of a credit."""
        return self._lag_credit(round_trip, LAG_IN_ALL, now)

    def elapsed(self, now: int) -> int:
        """Milliseconds since the running seat's time began to run."""
        return max(0, now - self.since)

    def remaining(self, seat: Seat, now: int) -> int | None:
        """What this seat's clock shows now. A delay that is still running is not counted."""
        account = self.account(seat)
        if account is None or seat != self.running:
            return account.remaining if account else None
        charged = max(0, self.elapsed(now) - self.control.delay)
        return max(0, account.remaining - charged)

    def shown(self, now: int) -> dict[Seat, int]:
        """What the clock of each seat shows now; empty without clocks."""
        return {seat: self.remaining(seat, now) or 0 for seat, _account in self.accounts}

    @property
    def deadline(self) -> int | None:
        """When the time of the running seat is up."""
        account = self.account(self.running)
        if account is None:
            return None
        time = account.remaining + self.control.delay
        return self.since + (time if self.control.cap is None else min(time, self.control.cap))

    def expired(self, now: int) -> bool:
        deadline = self.deadline
        return deadline is not None and now >= deadline

    def _running(self, seat: Seat | None, now: int, settle: Callable[[TimeAccount], TimeAccount]) -> Clock:
        """Settles the account of the seat that was running, then starts this seat's time."""
        accounts = tuple(
            [(owner, settle(account) if owner == self.running else account) for owner, account in self.accounts]
        )
        return Clock(self.control, accounts, seat, now)

    def _charged(self, account: TimeAccount, now: int) -> TimeAccount:
        """The delay is credited before the time is charged, so that it helps even with no time left."""
        elapsed = self.elapsed(now)
        return account.credit(min(elapsed, self.control.delay)).spend(elapsed)

    def _lag_credit(self, round_trip: int, most: int, now: int) -> int:
        account = self.account(self.running)
        if account is None:
            return 0
        charged = max(0, self.elapsed(now) - self.control.delay)
        return max(0, min(round_trip, LAG_PER_MOVE, most - account.lag_credits, charged))

    def _increased(self, account: TimeAccount) -> TimeAccount:
        if self.control.renewed and self.control.base is not None:
            return account.add(self.control.base - account.remaining)
        return account.add(self.control.increment)
