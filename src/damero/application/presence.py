"""Who is at the board. Kept in memory only: it is about the moment, and decides no more than when a claim is due."""

from __future__ import annotations

from collections import Counter

from damero.domain.game import Seat
from damero.domain.match import Match


class Presence:
    """Counts open connections for each seat and for each person, and remembers when they were last heard of."""

    def __init__(self) -> None:
        self._connections: Counter[tuple[str, Seat]] = Counter()
        self._last_heard: dict[tuple[str, Seat], int] = {}
        self._visits: Counter[str] = Counter()
        self._left: dict[str, int] = {}

    def arrive(self, match_id: str, seat: Seat) -> bool:
        """Whether this seat was empty until now."""
        self._connections[match_id, seat] += 1
        return self._connections[match_id, seat] == 1

    def leave(self, match_id: str, seat: Seat, now: int) -> bool:
        """Whether nobody is left at this seat."""
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
        """Since when a seat has been away in the present turn; nothing if it is there, or not its turn."""
        player = match.player(seat)
        if match.to_move != seat or self.is_present(match.id, seat) or player is None or player.level is not None:
            return None
        return max(self._last_heard.get((match.id, seat), 0), match.last_at)

    def absent_for(self, match: Match, seat: Seat, now: int) -> int:
        """How long a seat has been away in the present turn, in milliseconds; 0 if it is there."""
        since = self.absent_since(match, seat)
        return 0 if since is None else now - since

    def come(self, player_id: str) -> None:
        """A connection of this person has opened, wherever it leads."""
        self._visits[player_id] += 1

    def go(self, player_id: str, now: int) -> None:
        self._left[player_id] = now
        self._visits[player_id] -= 1
        if not self._visits[player_id]:
            del self._visits[player_id]

    def last_here(self, player_id: str, now: int) -> int:
        """When this person was last connected: now, some time ago, or not that anybody knows (0)."""
        return now if self._visits[player_id] else self._left.get(player_id, 0)

    def forget_who_left_before(self, then: int) -> None:
        self._left = {player_id: left for player_id, left in self._left.items() if left >= then}

    def forget(self, match_id: str, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            self._last_heard.pop((match_id, seat), None)
