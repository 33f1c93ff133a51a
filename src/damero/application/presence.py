"""Which players are connected. Kept in memory only; it decides when a game may be claimed and when a seek expires."""

from __future__ import annotations

from collections import Counter

from damero.domain.game import Seat
from damero.domain.match import Match

POLL_LASTS = 10_000
"""Milliseconds for which a player counts as present after a request over HTTP."""


class Presence:
    """Counts open connections for each seat and each player, and remembers when they were last active."""

    def __init__(self) -> None:
        self._connections: Counter[tuple[str, Seat]] = Counter()
        self._last_heard: dict[tuple[str, Seat], int] = {}
        self._last_polled: dict[tuple[str, Seat], int] = {}
        self._players: Counter[str] = Counter()
        self._left: dict[str, int] = {}
        self.began = 0
        """When this server started. Before that nobody could be heard, so that nobody was away."""

    def arrive(self, match_id: str, seat: Seat) -> bool:
        """Whether this is the seat's first connection."""
        self._connections[match_id, seat] += 1
        return self._connections[match_id, seat] == 1

    def leave(self, match_id: str, seat: Seat, now: int) -> bool:
        """Whether this was the seat's last connection."""
        key = (match_id, seat)
        self._last_heard[key] = now
        self._connections[key] -= 1
        if self._connections[key] > 0:
            return False
        del self._connections[key]
        return True

    def heard(self, match_id: str, seat: Seat, now: int) -> None:
        """The seat did or asked something, over whichever connection."""
        self._last_heard[match_id, seat] = now

    def polled(self, match_id: str, seat: Seat, now: int) -> bool:
        """The seat asked for the match over HTTP; whether it was away before."""
        was_present = self.is_present(match_id, seat, now)
        self._last_heard[match_id, seat] = self._last_polled[match_id, seat] = now
        return not was_present

    def is_present(self, match_id: str, seat: Seat, now: int) -> bool:
        """Whether the seat is connected, or asked for the match over HTTP a moment ago."""
        polled = self._last_polled.get((match_id, seat))
        return self.is_connected(match_id, seat) or (polled is not None and now - polled < POLL_LASTS)

    def present_seats(self, now: int) -> tuple[tuple[str, Seat], ...]:
        """All seats that are connected, or asked over HTTP a moment ago."""
        polled = (seat for seat, at in self._last_polled.items() if now - at < POLL_LASTS)
        return tuple({*self._connections, *polled})

    def is_connected(self, match_id: str, seat: Seat) -> bool:
        return (match_id, seat) in self._connections

    def absent_since(self, match: Match, seat: Seat) -> int | None:
        """Since when nothing was heard of a seat in its own turn; `None` if it is connected or not to move."""
        player = match.player(seat)
        if match.to_move != seat or self.is_connected(match.id, seat) or player is None or player.level is not None:
            return None
        return max(self._last_heard.get((match.id, seat), 0), match.last_at, self.began)

    def absent_for(self, match: Match, seat: Seat, now: int) -> int:
        """Milliseconds for which a seat has been away in its own turn; 0 if it is present."""
        since = self.absent_since(match, seat)
        return 0 if since is None else now - since

    def connect(self, player_id: str) -> None:
        """A connection of this player has opened, to any page."""
        self._players[player_id] += 1

    def disconnect(self, player_id: str, now: int) -> None:
        self._left[player_id] = now
        self._players[player_id] -= 1
        if not self._players[player_id]:
            del self._players[player_id]

    def heard_from(self, player_id: str, now: int) -> None:
        """This player did or asked something without a connection that stays open."""
        self._left[player_id] = now

    def last_connected(self, player_id: str, now: int) -> int:
        """When this player was last connected; 0 if that is not known."""
        return now if player_id in self._players else self._left.get(player_id, 0)

    def forget(self, match_id: str, seats: tuple[Seat, ...]) -> None:
        """The match is over: nobody can be absent from it any more."""
        for seat in seats:
            self._last_heard.pop((match_id, seat), None)
            self._last_polled.pop((match_id, seat), None)

    def forget_before(self, then: int) -> None:
        """Forgets who left and was not heard since then: nothing depends on it any more."""
        self._left = {player_id: left for player_id, left in self._left.items() if left >= then}
        self._last_heard = {key: heard for key, heard in self._last_heard.items() if heard >= then}
        self._last_polled = {key: polled for key, polled in self._last_polled.items() if polled >= then}

    def __len__(self) -> int:
        """How much is remembered."""
        seats = len(self._connections) + len(self._last_heard) + len(self._last_polled)
        return seats + len(self._players) + len(self._left)
