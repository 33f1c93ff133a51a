"""Who is at the other end of a connection, and by which session: when the session ends, so does the connection."""

from __future__ import annotations

from collections.abc import Callable

from damero.application.enter_as_guest import token_hash
from damero.application.ports import Account, Announcement, session_topic
from damero.application.services import Services
from damero.web.live.connection import Connection

SESSION_ENDED = 4401


class SocketSession:
    def __init__(self, services: Services, connection: Connection) -> None:
        self.account: Account | None = None
        self._services = services
        self._connection = connection
        self._leave_bus: Callable[[], None] | None = None

    def identify(self, account: Account | None, token: str | None) -> None:
        """From now on this person is here."""
        self.end()
        if account is None or token is None:
            return
        self.account = account
        self._services.presence.come(account.id)
        self._leave_bus = self._services.bus.subscribe(session_topic(token_hash(token)), self._hear_the_end)

    def end(self) -> None:
        if self._leave_bus is not None:
            self._leave_bus()
            self._leave_bus = None
        if self.account is not None:
            self._services.presence.go(self.account.id, self._services.clock.now())
            self.account = None

    def _hear_the_end(self, _announcement: Announcement) -> None:
        self._connection.close(SESSION_ENDED)
