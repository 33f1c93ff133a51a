"""Hints between servers through the publish and subscribe of Valkey or Redis.

Nothing depends on a hint: sequence numbers show what was missed. A server publishes to itself as well, so that it
notices when it no longer hears anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from damero.application.ports import (
    EVERY_MATCH,
    Announcement,
    ChallengesChanged,
    Hint,
    HintListener,
    LimitsUsed,
    LimitsUsedElsewhere,
    Listener,
    LobbyChanged,
    MatchChanged,
    MatchGrew,
    PasswordTried,
    PasswordTriedElsewhere,
    PresenceChanged,
    SeatPresence,
    SessionEnded,
    StoredEvent,
    StoreUnavailable,
    TopicChanged,
)
from damero.domain.errors import DameroError
from damero.domain.events import MovePlayed
from damero.domain.match import Match
from damero.infrastructure.hint_messages import HintMessages, UnreadableMessage
from damero.infrastructure.memory_bus import MemoryBus

ANSWER_WITHIN = 1.0
"""Seconds within which Valkey must answer."""
BEAT = 0.5
"""Seconds between messages to oneself."""
SILENT_AFTER = 1.0
"""Seconds without any message after which hints may be missing."""
DEAF_AFTER = 2.0
"""Seconds without any message, not even one's own, after which the subscription counts as lost."""
PAUSE = 0.25
"""Seconds between attempts to connect."""
ASK_EVERY = 2.0
"""Seconds after which a server without a bus looks for other servers again."""
MOST_WAITING = 10_000
"""Hints that wait to be sent. Older ones are dropped: the sweep of the store makes up for them."""
AT_ONCE = Retry(NoBackoff(), 0)
"""No hidden attempts: the loss is noticed here."""
OPTIONS: dict[str, Any] = {"socket_timeout": ANSWER_WITHIN, "socket_connect_timeout": ANSWER_WITHIN, "retry": AT_ONCE}
COMPLAIN_EVERY = 60.0
"""Seconds between two lines of the log about messages that cannot be read."""

log = logging.getLogger(__name__)


class BusRefused(DameroError):
    """What is named as the bus is none."""

    code = "BUS_REFUSED"


def check_address(url: str) -> None:
    """A bus that is not reached now may be reached later; one that is named wrongly never is."""
    try:
        Redis.from_url(_of_redis(url))
    except ValueError as error:
        raise BusRefused("bus.bad_address") from error


async def check_answer(url: str) -> None:
    """Raises the error of a bus that does not answer now."""
    check_address(url)
    try:
        async with Redis.from_url(_of_redis(url), **OPTIONS) as redis:
            await redis.ping()
    except (RedisError, OSError, TimeoutError) as error:
        raise BusRefused("bus.no_answer", reason=str(error).rstrip(".") or type(error).__name__) from error


class ValkeyBus:
    """Implements the port `ClusterBus`. Listeners in this process hear at once, whatever happens to Valkey."""

    def __init__(self, url: str, server: str, key: bytes, channel: str = "damero") -> None:
        """Servers with the same key hear each other."""
        self._url = _of_redis(url)
        self._server, self._channel = server, channel
        self._messages = HintMessages(server, key)
        self._complained_at = float("-inf")
        self._is_lost = False
        self._local = MemoryBus()
        self._waiting: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()
        self._heard_at = float("-inf")
        self.on_hint: HintListener = _ignore
        self.on_gap: Callable[[], None] = _nothing
        self.gaps = 0
        """How often hints may have been lost."""

    @property
    def is_connected(self) -> bool:
        return monotonic() - self._heard_at < DEAF_AFTER

    @property
    def is_silent(self) -> bool:
        return monotonic() - self._heard_at > SILENT_AFTER

    def publish(self, topic: str, announcement: Announcement) -> None:
        self._local.publish(topic, announcement)
        if (hint := self._hint(topic, announcement)) is not None:
            self.tell(hint)

    def deliver(self, topic: str, announcement: Announcement) -> None:
        self._local.publish(topic, announcement)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        return self._local.subscribe(topic, listener)

    def has_listeners(self, topic: str) -> bool:
        return self._local.has_listeners(topic)

    def heard_topics(self, beginning: str) -> tuple[str, ...]:
        return self._local.heard_topics(beginning)

    def tell(self, hint: Hint) -> None:
        self._waiting.append(self._messages.encode(hint))
        self._wake.set()

    async def run(self) -> None:
        """Sends and receives until cancelled; connects again whenever the connection is lost."""
        while not _is_cancelled():
            try:
                await self._serve()
            except (RedisError, OSError, TimeoutError) as error:
                self._lose(error)
            await asyncio.sleep(PAUSE)

    def _lose(self, error: Exception) -> None:
        if self._is_lost:
            return
        self._heard_at, self._is_lost = float("-inf"), True
        log.warning(
            "The bus is not reached: %s. Other servers are followed by the sweep of the store.", str(error).rstrip(".")
        )
        self._note_gap()

    def _hear(self) -> None:
        if not self.is_connected:
            self._note_gap()
        if self._is_lost:
            self._is_lost = False
            log.warning("The bus is reached again.")
        self._heard_at = monotonic()

    async def _serve(self) -> None:
        async with Redis.from_url(self._url, **OPTIONS) as redis, redis.pubsub() as subscription:
            await subscription.subscribe(self._channel)
            if _is_cancelled():
                return
            self._waiting.clear()
            receiving = asyncio.create_task(self._receive(subscription))
            sending = asyncio.create_task(self._publish_waiting(redis))
            try:
                done, _ = await asyncio.wait({receiving, sending}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in (receiving, sending):
                    task.cancel()
                await asyncio.gather(receiving, sending, return_exceptions=True)

    async def _receive(self, subscription: Any) -> None:
        began = monotonic()
        while not _is_cancelled():
            message = await subscription.get_message(ignore_subscribe_messages=True, timeout=BEAT)
            if message is not None:
                self._hear()
                self._handle(message["data"])
            elif monotonic() - max(began, self._heard_at) > DEAF_AFTER:
                raise TimeoutError("nothing is heard")

    async def _publish_waiting(self, redis: Redis) -> None:
        while not _is_cancelled():
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))] or [self._messages.beat]
            async with redis.pipeline(transaction=False) as pipeline:
                for message in batch:
                    pipeline.publish(self._channel, message)
                receivers = await pipeline.execute()
            if not all(receivers):
                raise TimeoutError("nobody receives what is published, not even this server")
            if not self._waiting:
                self._wake.clear()
                await _wait(self._wake, BEAT)

    def _handle(self, data: bytes) -> None:
        try:
            hint = self._messages.decode(data)
        except UnreadableMessage as error:
            self._complain(error)
            return
        if hint is not None:
            self.on_hint(hint)

    def _complain(self, error: UnreadableMessage) -> None:
        if monotonic() - self._complained_at > COMPLAIN_EVERY:
            self._complained_at = monotonic()
            log.warning("Messages on the bus cannot be read: %s", error)

    def _hint(self, topic: str, announcement: Announcement) -> Hint | None:
        match announcement:
            case MatchChanged(match, stored, False) if topic != EVERY_MATCH:
                return _growth(match, stored)
            case PresenceChanged(match_id, seat, present):
                return SeatPresence(self._server, match_id, seat, present)
            case LimitsUsed(uses, False):
                return LimitsUsedElsewhere(uses)
            case PasswordTried(name, network, was_right, False):
                return PasswordTriedElsewhere(name, network, was_right)
            case LobbyChanged() | ChallengesChanged() | SessionEnded():
                return TopicChanged(topic, type(announcement).__name__)
        return None

    def _note_gap(self) -> None:
        self.gaps += 1
        self.on_gap()


class NoBus(ValkeyBus):
    """For a cluster without Valkey: other servers are followed by the sweep of the store alone."""

    def __init__(self, server: str, is_alone: Callable[[], Awaitable[bool]]) -> None:
        super().__init__("", server, b"")
        self._ask_if_alone, self._is_alone = is_alone, False

    @property
    def is_connected(self) -> bool:
        """Who is connected to another server is not known here."""
        return self._is_alone

    @property
    def is_silent(self) -> bool:
        return not self._is_alone

    async def run(self) -> None:
        while True:
            with suppress(StoreUnavailable):
                self._is_alone = await self._ask_if_alone()
            await asyncio.sleep(ASK_EVERY)


def _growth(match: Match, stored: Sequence[StoredEvent]) -> MatchGrew:
    """With the move itself, where everybody may know it, so that other servers need not read it from the database."""
    if len(stored) == 1 and not match.game.info.hidden and isinstance(played := stored[0].event, MovePlayed):
        return MatchGrew(match.id, match.version, played, stored[0].command)
    return MatchGrew(match.id, match.version)


def _of_redis(url: str) -> str:
    """The driver knows the schemes of Redis only."""
    return url.replace("valkey", "redis", 1) if url.startswith("valkey") else url


def _is_cancelled() -> bool:
    """The driver may catch the exception by which a task is cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


def _ignore(_hint: Hint) -> None:
    pass


def _nothing() -> None:
    pass
