"""Announcements within one process."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable

from damero.application.ports import Announcement, Listener

log = logging.getLogger(__name__)


class MemoryBus:
    def __init__(self) -> None:
        self._listeners: defaultdict[str, dict[object, Listener]] = defaultdict(dict)

    def publish(self, topic: str, announcement: Announcement) -> None:
        """A listener that fails hurts neither the others nor what was announced."""
        for listener in tuple(self._listeners.get(topic, {}).values()):
            try:
                listener(announcement)
            except Exception:
                log.exception("A listener to %s failed", topic)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        ticket = object()
        self._listeners[topic][ticket] = listener

        def unsubscribe() -> None:
            self._listeners[topic].pop(ticket, None)
            if not self._listeners[topic]:
                del self._listeners[topic]

        return unsubscribe
