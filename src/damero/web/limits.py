"""Rate limits for each connection, player and address. All numbers are here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from time import monotonic

from damero.web.problems import TooManyError


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: `burst` at once, then `per_second`."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    requests_by_address: Rate = Rate(burst=300, per_second=60)
    requests_by_player: Rate = Rate(burst=150, per_second=30)
    commands_by_player: Rate = Rate(burst=60, per_second=15)
    frames_by_connection: Rate = Rate(burst=60, per_second=20)
    guests_by_address: Rate = Rate(burst=30, per_second=0.2)
    passwords_by_address: Rate = Rate(burst=10, per_second=0.1)
    reports_by_player: Rate = Rate(burst=5, per_second=1 / 600)
    passwords_by_player: Rate = Rate(burst=10, per_second=0.05)
    matches_by_player: Rate = Rate(burst=40, per_second=0.5)
    sockets_by_address: int = 200
    sockets_by_player: int = 50
    loopback: float = 50.0
    """Multiplier for the limits by address of loopback clients."""


MOST_BUCKETS = 50_000


class Buckets:
    """Token buckets that refill over time."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._levels: dict[tuple[Rate, str], tuple[float, float]] = {}

    def take(self, rate: Rate, who: str) -> None:
        """Takes one token; `TooManyError` says how long to wait when there is none."""
        now = self._now()
        level, since = self._levels.get((rate, who), (rate.burst, now))
        level = min(rate.burst, level + (now - since) * rate.per_second)
        if level < 1:
            raise TooManyError(wait=int((1 - level) / rate.per_second * 1000) + 1)
        if len(self._levels) >= MOST_BUCKETS:
            self._drop_full(now)
        self._levels[rate, who] = (level - 1, now)

    def _drop_full(self, now: float) -> None:
        """Forgets buckets that are full again; they would start full anyway."""
        for (rate, who), (level, since) in tuple(self._levels.items()):
            if level + (now - since) * rate.per_second >= rate.burst:
                del self._levels[rate, who]


class Gate:
    """Refuses what exceeds the limits."""

    def __init__(self, limits: Limits, now: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self._buckets = Buckets(now)
        self._sockets: Counter[str] = Counter()

    def by_address(self, rate: Rate, address: str) -> None:
        self._buckets.take(self._scaled(rate, address), f"address {address}")

    def by_player(self, rate: Rate, player_id: str) -> None:
        self._buckets.take(rate, f"player {player_id}")

    def by_connection(self, rate: Rate, connection: object) -> None:
        self._buckets.take(rate, f"connection {id(connection)}")

    def open_socket(self, address: str, player_id: str | None) -> Callable[[], None]:
        """Counts an open connection until the result is called."""
        factor = self.limits.loopback if is_loopback(address) else 1
        self._room_for(f"address {address}", self.limits.sockets_by_address * factor)
        names = [f"address {address}"]
        if player_id is not None:
            self._room_for(f"player {player_id}", self.limits.sockets_by_player)
            names.append(f"player {player_id}")
        self._sockets.update(names)
        return lambda: self._close_socket(names)

    def _room_for(self, name: str, most: float) -> None:
        if self._sockets[name] >= most:
            raise TooManyError(wait=1000)

    def _close_socket(self, names: list[str]) -> None:
        for name in names:
            self._sockets[name] -= 1
            if not self._sockets[name]:
                del self._sockets[name]

    def _scaled(self, rate: Rate, address: str) -> Rate:
        if not is_loopback(address):
            return rate
        return Rate(rate.burst * self.limits.loopback, rate.per_second * self.limits.loopback)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
