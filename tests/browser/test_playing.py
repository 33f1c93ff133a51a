"""Making moves, and what is shown when a move is not possible."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import Visit
from tests.browser.playing import CHAIN, choose, settle, square, status, touch, wait_for_turn

MOVE_ELSEWHERE = """async text => {
  const id = location.pathname.split('/').pop();
  const body = JSON.stringify({command_id: 'other', text});
  await fetch(`/api/matches/${id}/moves`, {method: 'POST', body, headers: {'content-type': 'application/json'}});
}"""


class DelayedSocket:
    """The page's connection to the real server, whose messages can be held back."""

    def __init__(self, page: Page) -> None:
        self._waiting: list[str | bytes] | None = None
        page.route_web_socket("**/ws/matches/*", self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.connect_to_server().on_message(self._received)

    def _received(self, message: str | bytes) -> None:
        if self._waiting is None:
            self._socket.send(message)
        else:
            self._waiting.append(message)

    def hold(self) -> None:
        self._waiting = []

    def release(self) -> None:
        late, self._waiting = self._waiting or [], None
        for message in late:
            self._socket.send(message)


def chain(page: Page) -> None:
    """A game on one device in which White must make a triple capture."""
    choose(page, "spanish", against="Same device", start=CHAIN)
    assert wait_for_turn(page)


def played(page: Page, text: str) -> None:
    expect(page.locator(".ply").first).to_have_text(text)


def test_a_capture_hop_after_hop(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "30", "23")
    expect(square(page, "23")).to_have_attribute("aria-label", re.compile("^White man on 23, selected"))
    expect(square(page, "26")).to_have_attribute("aria-label", "26, empty")
    assert page.locator(".ply").count() == 0
    touch(page, "14", "5")
    played(page, "30x23x14x5")


@pytest.mark.slow
def test_a_capture_by_its_end_square(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "30", "5")
    played(page, "30x23x14x5")
    expect(page.locator(".captured")).to_have_count(3)


@pytest.mark.slow
def test_a_move_by_drag_and_drop(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    square(page, "22").drag_to(square(page, "18"))
    played(page, "22-18")


@pytest.mark.slow
def test_why_not_gives_the_reason_and_marks_the_squares_involved(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "32", "28")
    expect(page.locator(".prompt")).to_contain_text("Why not? You must capture")
    assert page.locator(".involved").count() > 0
    square(page, "32").drag_to(square(page, "27"))
    expect(page.locator(".prompt")).to_contain_text("must capture")
    touch(page, "30", "22")
    expect(page.locator(".prompt")).to_contain_text("Why not?")
    assert page.locator(".ply").count() == 0


@pytest.mark.slow
def test_a_move_waits_for_confirmation_if_that_setting_is_on(visit: Visit) -> None:
    page = visit()
    chain(page)
    settle(page, confirm=True)
    page.reload()
    touch(page, "30", "5")
    expect(page.locator(".prompt")).to_contain_text("Play 30x23x14x5?")
    page.get_by_role("button", name="No").click()
    assert page.locator(".ply").count() == 0
    touch(page, "30", "5")
    page.get_by_role("button", name="Yes").click()
    played(page, "30x23x14x5")


@pytest.mark.slow
def test_a_refused_move_is_taken_back(visit: Visit) -> None:
    """Another window of the same player moves first, and this one learns of it too late."""
    page = visit()
    socket = DelayedSocket(page)
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    socket.hold()
    page.evaluate(MOVE_ELSEWHERE, "22-18")
    touch(page, "21", "17")
    expect(page.locator(".pending")).not_to_have_count(0)
    socket.release()
    expect(page.locator(".prompt")).to_contain_text("The position has changed")
    expect(page.locator(".ply")).to_have_text(["22-18"])
    expect(page.locator(".pending")).to_have_count(0)
    expect(square(page, "21")).to_have_attribute("aria-label", re.compile("White man on 21"))
    expect(square(page, "18")).to_have_attribute("aria-label", re.compile("White man on 18"))


@pytest.mark.slow
def test_moves_are_announced(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "30", "5")
    spoken = page.locator(".visually-hidden[role=status]")
    expect(spoken).to_contain_text("White plays 30x23x14x5. 3 pieces captured")


@pytest.mark.slow
def test_viewing_an_earlier_move_and_returning_to_the_latest(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    touch(page, "9", "13")
    page.get_by_role("button", name="First position").click()
    expect(page.locator(".prompt")).to_contain_text("move 0 of 2")
    expect(square(page, "22")).to_have_attribute("aria-label", re.compile("White man on 22"))
    page.locator(".prompt").get_by_role("button", name="Latest move").click()
    expect(square(page, "22")).to_have_attribute("aria-label", re.compile("22, empty"))
    expect(status(page)).to_have_text("White to move")
