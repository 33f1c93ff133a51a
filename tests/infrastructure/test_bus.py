"""What every `Bus` must do."""

from __future__ import annotations

import pytest
from tests.infrastructure.implementations import BusUnderTest
from tests.matches import begun

from damero.application.ports import (
    Announcement,
    LobbyChanged,
    MatchChanged,
    PresenceChanged,
    SessionEnded,
    StoredEvent,
)

pytestmark = pytest.mark.asyncio

HERE, AWAY = (PresenceChanged("m", "white", present) for present in (True, False))


def announcements() -> list[Announcement]:
    """One of each kind."""
    match = begun("stratego")
    return [MatchChanged(match, (StoredEvent(1, match.created, "create"),)), LobbyChanged(), HERE, SessionEnded()]


async def test_listeners_hear_their_topic_until_they_leave_whatever_others_do(
    tested_bus: BusUnderTest, caplog: pytest.LogCaptureFixture
) -> None:
    bus, heard = tested_bus.bus, list[Announcement]()

    def fail(_: Announcement) -> None:
        raise RuntimeError("a bad listener")

    bus.subscribe("m", fail)
    unsubscribe = bus.subscribe("m", heard.append)
    bus.publish("m", HERE)
    bus.publish("other", HERE)
    await tested_bus.delivered()
    unsubscribe()
    unsubscribe()
    bus.publish("m", HERE)
    await tested_bus.delivered()
    assert heard == [HERE]
    assert "failed" in caplog.text


async def test_every_kind_of_announcement_arrives_as_it_was_published_and_in_order(tested_bus: BusUnderTest) -> None:
    heard, published = list[Announcement](), announcements()
    tested_bus.bus.subscribe("m", heard.append)
    for announcement in published:
        tested_bus.bus.publish("m", announcement)
    await tested_bus.delivered()
    assert heard == published


async def test_every_listener_of_a_topic_hears_once_for_each_subscription(tested_bus: BusUnderTest) -> None:
    bus, one, other = tested_bus.bus, list[Announcement](), list[Announcement]()
    bus.subscribe("m", one.append)
    leave_once = bus.subscribe("m", other.append)
    bus.subscribe("m", other.append)
    bus.publish("m", HERE)
    await tested_bus.delivered()
    assert (one, other) == ([HERE], [HERE, HERE])
    leave_once()
    bus.publish("m", AWAY)
    await tested_bus.delivered()
    assert (one, other) == ([HERE, AWAY], [HERE, HERE, AWAY])


async def test_a_topic_that_was_left_by_all_can_be_heard_again(tested_bus: BusUnderTest) -> None:
    bus, heard = tested_bus.bus, list[Announcement]()
    bus.subscribe("m", heard.append)()
    bus.publish("m", HERE)
    await tested_bus.delivered()
    bus.subscribe("m", heard.append)
    bus.publish("m", AWAY)
    await tested_bus.delivered()
    assert heard == [AWAY]


async def test_what_is_published_before_a_subscription_is_not_heard(tested_bus: BusUnderTest) -> None:
    heard = list[Announcement]()
    tested_bus.bus.publish("m", HERE)
    await tested_bus.delivered()
    tested_bus.bus.subscribe("m", heard.append)
    tested_bus.bus.publish("m", AWAY)
    await tested_bus.delivered()
    assert heard == [AWAY]


async def test_a_listener_may_leave_or_subscribe_while_it_is_called(tested_bus: BusUnderTest) -> None:
    bus, heard = tested_bus.bus, list[str]()

    def hear_once(_: Announcement) -> None:
        heard.append("once")
        unsubscribe()
        bus.subscribe("m", lambda _: heard.append("later"))

    unsubscribe = bus.subscribe("m", hear_once)
    bus.subscribe("m", lambda _: heard.append("always"))
    bus.publish("m", HERE)
    await tested_bus.delivered()
    assert sorted(heard) == ["always", "once"]
    bus.publish("m", HERE)
    await tested_bus.delivered()
    assert sorted(heard) == ["always", "always", "later", "once"]
