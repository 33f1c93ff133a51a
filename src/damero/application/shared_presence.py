"""Who is connected to any server. Each server tells the others; a server that falls silent is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from damero.application.ports import SeatPresence, ServerPresence
from damero.application.presence import Presence
from damero.domain.game import Seat

SILENT_AFTER = 10_000
"""Milliseconds after which a server that says nothing counts as gone, with everybody who was connected to it."""


@dataclass(slots=True)
class OtherServer:
    heard_at: int
    seats: set[tuple[str, Seat]] = field(default_factory=set)
    players: set[str] = field(default_factory=set)


class SharedPresence(Presence):
    """While other servers cannot be heard, everybody counts as connected: nobody loses a game by a broken network."""

    def __init__(self, server: str, is_bus_connected: Callable[[], bool]) -> None:
        super().__init__()
        self._server, self._is_bus_connected = server, is_bus_connected
        self._others: dict[str, OtherServer] = {}

    def is_connected(self, match_id: str, seat: Seat) -> bool:
        return super().is_connected(match_id, seat) or self._is_elsewhere((match_id, seat))

    def last_connected(self, player_id: str, now: int) -> int:
        if not self._is_bus_connected() or any(player_id in other.players for other in self._others.values()):
            return now
        return super().last_connected(player_id, now)

    def here(self, now: int) -> ServerPresence:
        return ServerPresence(self._server, self.present_seats(now), tuple(self._players))

    def at_seat(self, match_id: str, seat: Seat, *, present: bool) -> SeatPresence:
        return SeatPresence(self._server, match_id, seat, present)

    def note_seat(self, server: str, match_id: str, seat: Seat, now: int, *, present: bool) -> None:
        other = self._others.setdefault(server, OtherServer(now))
        other.heard_at = now
        if present:
            other.seats.add((match_id, seat))
        else:
            other.seats.discard((match_id, seat))
            self.heard(match_id, seat, now)

    def note_server(self, told: ServerPresence, now: int) -> bool:
        """Whether nothing was known of this server."""
        before = self._others.get(told.server)
        self._others[told.server] = OtherServer(now, set(told.seats), set(told.players))
        if before is not None:
            self._note_left(before, self._others[told.server], now)
        return before is None

    def forget_silent(self, now: int, *, is_connected: bool) -> None:
        """Time in which nobody could be heard does not count."""
        self.began = self.began if is_connected else now
        for server, other in tuple(self._others.items()):
            if not is_connected:
                other.heard_at = now
            elif now - other.heard_at > SILENT_AFTER:
                del self._others[server]
                self._note_left(other, OtherServer(now), now)

    def _is_elsewhere(self, key: tuple[str, Seat]) -> bool:
        return not self._is_bus_connected() or any(key in other.seats for other in self._others.values())

    def _note_left(self, before: OtherServer, after: OtherServer, now: int) -> None:
        for match_id, seat in before.seats - after.seats:
            self.heard(match_id, seat, now)
        for player_id in before.players - after.players:
            self.heard_from(player_id, now)
