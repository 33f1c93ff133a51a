"""The account and session behind a connection. When the session ends, the connection is closed."""

from __future__ import annotations

from collections.abc import Callable

from damero.application.enter_as_guest import token_hash
from damero.application.ports import Account, Announcement, session_topic
from damero.application.services import Services
from damero.web.live.connection import Connection

SESSION_ENDED = 4401


class SocketSession:
    __slots__ = ("_connection", "_services", "_unsubscribe", "account")

    def __init__(self, services: Services, connection: Connection) -> None:
        self.account: Account | None = None
        self._services = services
        self._connection = connection
        self._unsubscribe: Callable[[], None] | None = None

    @property
    def player_id(self) -> str | None:
        return self.account.id if self.account else None

    def identify(self, account: Account | None, token: str | None) -> None:
        """Signs the connection in."""
        self.end()
        if account is None or token is None:
            return
        self.account = account
        self._services.presence.connect(account.id)
        self._unsubscribe = self._services.bus.subscribe(session_topic(token_hash(token)), self._on_session_ended)

    def end(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        if self.account is not None:
            self._services.presence.disconnect(self.account.id, self._services.clock.now())
            self.account = None

    def _on_session_ended(self, _announcement: Announcement) -> None:
        self._connection.close(SESSION_ENDED)
