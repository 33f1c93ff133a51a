"""Limits for each connection, player and address. All numbers are here.

Every request has a cost: what its route declares, and the processor time that it takes in other threads. The cost is
taken from the buckets of the sender's address and player.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from ipaddress import IPv6Address, IPv6Network, ip_address
from itertools import islice
from time import monotonic
from typing import NamedTuple

from damero.application.ports import LimitUse
from damero.application.work_queue import Sender
from damero.web.problems import TooManyError
from damero.web.proxies import TrustedProxies

COST = "cost"
"""The option by which a route declares what a request costs. Without it a request costs 1."""
GATE = "gate"
"""The application's gate, in its state."""
PIECE = 0.0025
"""A piece of a body."""
FILE = 0.25
LIST = 2
SNAPSHOT = 2
POSITION = 3
PICTURE = 5
RECORD = 5
REPLAY = 5
IMPORT = 10
FLOOD = 50
"""A connection that was closed because of a flood of frames or of tiny pieces, which nobody sends by accident."""


class Rate(NamedTuple):
    """A token bucket: `burst` at once, then `per_second`."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    requests_by_address: Rate = Rate(burst=300, per_second=60)
    requests_by_player: Rate = Rate(burst=150, per_second=30)
    commands_by_player: Rate = Rate(burst=60, per_second=15)
    commands_by_address: Rate = Rate(burst=600, per_second=120)
    """Over WebSockets. Each command over HTTP is a request."""
    frames_by_connection: Rate = Rate(burst=60, per_second=20)
    raw_frames_by_connection: Rate = Rate(burst=120, per_second=40)
    """Including pings and pieces of messages."""
    hellos_by_connection: Rate = Rate(burst=10, per_second=0.5)
    guests_by_address: Rate = Rate(burst=30, per_second=0.2)
    passwords_by_address: Rate = Rate(burst=10, per_second=0.1)
    reports_by_player: Rate = Rate(burst=5, per_second=1 / 600)
    names_by_player: Rate = Rate(burst=5, per_second=1 / (6 * 3600))
    """New names. Each name that an account gives up is kept back for a while."""
    passwords_by_player: Rate = Rate(burst=10, per_second=0.05)
    matches_by_player: Rate = Rate(burst=40, per_second=0.5)
    analysis_by_player: Rate = Rate(burst=300, per_second=0.5)
    """Seconds of analysis."""
    analyses_by_player: int = 8
    """At the same time, waiting for an engine included."""
    cpu_second: float = 500
    """What a second of processor time costs."""
    body_megabyte: float = 20
    """What a megabyte in the body of a request costs."""
    connections_by_address: int = 300
    """All connections, including those that have not sent a request yet."""
    refused_after: float = 1.0
    """Seconds until a sender who has used up everything is told so."""
    sockets_by_address: int = 200
    sockets_by_player: int = 50
    loopback: float = 50.0
    """Multiplier for the limits by address of loopback clients."""

    def factor(self, address: str) -> float:
        return self.loopback if is_loopback(address) else 1


MOST_BUCKETS = 50_000
LOOKED_AT = 8
MOST_ACCOUNTS = 2_000
"""Of whom other servers are told at a time."""


class Bucket:
    """One token bucket, held by what it limits."""

    __slots__ = ("_level", "_now", "_rate", "_since")

    def __init__(self, rate: Rate, now: Callable[[], float] = monotonic) -> None:
        self._rate, self._now = rate, now
        self._level, self._since = rate.burst, now()

    def take(self) -> None:
        """Takes a token; `TooManyError` says how long to wait if there is none."""
        now, rate = self._now(), self._rate
        level = min(rate.burst, self._level + (now - self._since) * rate.per_second)
        self._level, self._since = level, now
        if level < 1:
            raise TooManyError(_refilled(rate, 1 - level))
        self._level = level - 1


class Buckets:
    """Token buckets that refill over time."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._levels: OrderedDict[tuple[Rate, str], tuple[float, float]] = OrderedDict()
        self._taken: dict[tuple[Rate, str], float] | None = None

    def __len__(self) -> int:
        return len(self._levels)

    def keep_account(self) -> None:
        """From now on `account` tells what is taken."""
        self._taken = {}

    def account(self) -> tuple[LimitUse, ...]:
        """What was taken since the last time, of the first who took something."""
        taken, self._taken = self._taken or {}, {}
        return tuple(LimitUse(rate.burst, rate.per_second, who, cost) for (rate, who), cost in taken.items())

    def take(self, rate: Rate, who: str, cost: float = 1) -> None:
        """Takes tokens; `TooManyError` says how long to wait if there are too few. A full bucket is always enough."""
        now = self._now()
        left = self._level(rate, who, now) - min(cost, rate.burst)
        if left < 0:
            raise TooManyError(_refilled(rate, -left))
        if self._taken is not None:
            self._note(rate, who, cost)
        self._set(rate, who, left, now)

    def wait(self, rate: Rate, who: str, cost: float) -> int:
        """Milliseconds until there are enough tokens; 0 if there are."""
        missing = min(cost, rate.burst) - self._level(rate, who, self._now())
        return _refilled(rate, missing) if missing > 0 else 0

    def charge(self, rate: Rate, who: str, cost: float) -> None:
        """Takes tokens for what is already done. The level may fall below zero, by no more than one burst."""
        self._note(rate, who, cost)
        self.charge_elsewhere(rate, who, cost)

    def charge_elsewhere(self, rate: Rate, who: str, cost: float) -> None:
        """The same for what was done at another server, which tells of it."""
        now = self._now()
        self._set(rate, who, max(self._level(rate, who, now) - cost, -rate.burst), now)

    def _note(self, rate: Rate, who: str, cost: float) -> None:
        if self._taken is not None and ((rate, who) in self._taken or len(self._taken) < MOST_ACCOUNTS):
            self._taken[rate, who] = self._taken.get((rate, who), 0.0) + cost

    def _level(self, rate: Rate, who: str, now: float) -> float:
        level, since = self._levels.get((rate, who), (rate.burst, now))
        return min(rate.burst, level + (now - since) * rate.per_second)

    def _set(self, rate: Rate, who: str, level: float, now: float) -> None:
        """The buckets are in the order of their last use."""
        self._levels[rate, who] = (level, now)
        self._levels.move_to_end((rate, who))
        if len(self._levels) > MOST_BUCKETS:
            self._forget_one()

    def _forget_one(self) -> None:
        """One that is full again if there is one among the longest unused, since it would start full anyway."""
        now = self._now()
        oldest = list(islice(self._levels.items(), LOOKED_AT))
        full = (key for key, (level, since) in oldest if level + (now - since) * key[0].per_second >= key[0].burst)
        del self._levels[next(full, oldest[0][0])]


def _refilled(rate: Rate, missing: float) -> int:
    """Milliseconds until this many tokens have come."""
    return int(missing / rate.per_second * 1000) + 1


class Gate:
    """Refuses what exceeds the limits."""

    refused_early = 0
    """Requests that were refused before they were read."""

    def __init__(
        self, limits: Limits, now: Callable[[], float] = monotonic, proxies: TrustedProxies | None = None
    ) -> None:
        self.limits = limits
        self.proxies = proxies or TrustedProxies()
        self._now = now
        self.buckets = Buckets(now)
        self._open: Counter[str] = Counter()

    def request(self, address: str, cost: float) -> None:
        """Admits a request. One that is refused costs as much as the cheapest, so that repeating it gains nothing."""
        try:
            self.by_address(self.limits.requests_by_address, address, cost)
        except TooManyError:
            self.charge_request(address, FILE)
            raise

    def check_exhausted(self, address: str, player_id: str | None = None) -> None:
        """`TooManyError` if even the cheapest request would be refused."""
        rate = self._scaled(self.limits.requests_by_address, address)
        wait = self.buckets.wait(rate, f"address {network(address)}", FILE)
        if player_id is not None:
            wait = max(wait, self.buckets.wait(self.limits.requests_by_player, f"player {player_id}", FILE))
        if wait:
            raise TooManyError(wait)

    def by_address(self, rate: Rate, address: str, cost: float = 1) -> None:
        self.buckets.take(self._scaled(rate, address), f"address {network(address)}", cost)

    def by_player(self, rate: Rate, player_id: str, cost: float = 1) -> None:
        self.buckets.take(rate, f"player {player_id}", cost)

    def commands_of(self, player_id: str, address: str) -> Callable[[], None]:
        """Takes a token for a command of this player, each time that the result is called."""
        take, limits = self.buckets.take, self.limits
        by_player, player = limits.commands_by_player, f"player {player_id}"
        by_address, sender = self._scaled(limits.commands_by_address, address), f"address {network(address)}"

        def take_one() -> None:
            take(by_player, player)
            take(by_address, sender)

        return take_one

    def charge_player(self, rate: Rate, player_id: str, cost: float) -> None:
        """Charges what a player has already used."""
        self.buckets.charge(rate, f"player {player_id}", cost)

    def for_connection(self, rate: Rate) -> Bucket:
        return Bucket(rate, self._now)

    def sender(self, address: str, player_id: str | None) -> Sender:
        """Whom to charge for work. All players at an address are one sender."""
        return Sender(network(address), partial(self.charge, address, player_id))

    def charge(self, address: str, player_id: str | None, seconds: float) -> None:
        """Charges the processor time that a request has taken."""
        cost = seconds * self.limits.cpu_second
        self.charge_request(address, cost)
        if player_id is not None:
            self.buckets.charge(self.limits.requests_by_player, f"player {player_id}", cost)

    def charge_request(self, address: str, cost: float) -> None:
        """Charges an address for what it has already used."""
        rate = self._scaled(self.limits.requests_by_address, address)
        self.buckets.charge(rate, f"address {network(address)}", cost)

    def open_socket(self, address: str, player_id: str | None) -> Callable[[], None]:
        """Counts an open connection until the result is called."""
        names = [f"address {network(address)}"]
        self._room_for(names[0], self.limits.sockets_by_address * self.limits.factor(address))
        if player_id is not None:
            self._room_for(f"player {player_id}", self.limits.sockets_by_player)
            names.append(f"player {player_id}")
        self._open.update(names)
        return partial(self._close, tuple(names))

    @contextmanager
    def analysing(self, player_id: str) -> Iterator[None]:
        """Counts an analysis or a review while it is followed."""
        name = f"analysis {player_id}"
        self._room_for(name, self.limits.analyses_by_player)
        self._open.update((name,))
        try:
            yield
        finally:
            self._close((name,))

    def _room_for(self, name: str, most: float) -> None:
        if self._open[name] >= most:
            raise TooManyError(wait=1000)

    def _close(self, names: tuple[str, ...]) -> None:
        for name in names:
            self._open[name] -= 1
            if not self._open[name]:
                del self._open[name]

    def _scaled(self, rate: Rate, address: str) -> Rate:
        return _scaled(rate, self.limits.factor(address))


@lru_cache(256)
def _scaled(rate: Rate, factor: float) -> Rate:
    return rate if factor == 1 else Rate(rate.burst * factor, rate.per_second * factor)


@lru_cache(1024)
def network(address: str) -> str:
    """What counts as one address: of IPv6 the /64 network, since one customer usually has all of it."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


@lru_cache(1024)
def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
