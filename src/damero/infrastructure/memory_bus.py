"""A bus within one process: listeners are called before `publish` returns."""

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
        """A listener that fails stops neither the other listeners nor the publisher."""
        for listener in tuple(self._listeners.get(topic, {}).values()):
            try:
                listener(announcement)
            except Exception:
                log.exception("A listener to %s failed", topic)

    def has_listeners(self, topic: str) -> bool:
        return topic in self._listeners

    def heard_topics(self, beginning: str) -> tuple[str, ...]:
        return tuple(topic for topic in self._listeners if topic.startswith(beginning))

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        subscription = object()
        self._listeners[topic][subscription] = listener

        def unsubscribe() -> None:
            self._listeners[topic].pop(subscription, None)
            if not self._listeners[topic]:
                del self._listeners[topic]

        return unsubscribe
