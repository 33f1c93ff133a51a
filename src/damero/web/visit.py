"""Who is at the other end of a connection, and by which session: when the session ends, so does the connection."""

from __future__ import annotations

from collections.abc import Callable

from damero.application.enter_as_guest import token_hash
from damero.application.hall import Hall
from damero.application.ports import Announcement, PlayerRecord, session_topic
from damero.web.line import Line

SESSION_ENDED = 4401


class Visit:
    def __init__(self, hall: Hall, line: Line) -> None:
        self.record: PlayerRecord | None = None
        self._hall = hall
        self._line = line
        self._leave_bus: Callable[[], None] | None = None

    def identify(self, record: PlayerRecord | None, token: str | None) -> None:
        """From now on this person is here."""
        self.end()
        if record is None or token is None:
            return
        self.record = record
        self._hall.presence.come(record.id)
        self._leave_bus = self._hall.bus.subscribe(session_topic(token_hash(token)), self._hear_the_end)

    def end(self) -> None:
        if self._leave_bus is not None:
            self._leave_bus()
            self._leave_bus = None
        if self.record is not None:
            self._hall.presence.go(self.record.id, self._hall.clock.now())
            self.record = None

    def _hear_the_end(self, _announcement: Announcement) -> None:
        self._line.close(SESSION_ENDED)
