"""Which players are connected. Kept in memory only; it decides when a game may be claimed and when a seek expires."""

from __future__ import annotations

from collections import Counter

from damero.domain.game import Seat
from damero.domain.match import Match


class Presence:
    """Counts open connections for each seat and each player, and remembers when they were last active."""

    def __init__(self) -> None:
        self._connections: Counter[tuple[str, Seat]] = Counter()
        self._last_heard: dict[tuple[str, Seat], int] = {}
        self._players: Counter[str] = Counter()
        self._left: dict[str, int] = {}

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
        self._last_heard[match_id, seat] = now

    def is_present(self, match_id: str, seat: Seat) -> bool:
        return self._connections[match_id, seat] > 0

    def absent_since(self, match: Match, seat: Seat) -> int | None:
        """Since when a seat has been away in its own turn; `None` if it is present or not to move."""
        player = match.player(seat)
        if match.to_move != seat or self.is_present(match.id, seat) or player is None or player.level is not None:
            return None
        return max(self._last_heard.get((match.id, seat), 0), match.last_at)

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

    def last_connected(self, player_id: str, now: int) -> int:
        """When this player was last connected; 0 if that is not known."""
        return now if self._players[player_id] else self._left.get(player_id, 0)

    def forget_disconnected_before(self, then: int) -> None:
        self._left = {player_id: left for player_id, left in self._left.items() if left >= then}

    def forget(self, match_id: str, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            self._last_heard.pop((match_id, seat), None)
