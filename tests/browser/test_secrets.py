"""A browser receives nothing that its viewer may not know."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, settle, take_turn, whose_turn
from tests.web.test_secrets import check_messages

from damero.domain import catalogue
from damero.domain.game import Start
from damero.domain.record import Record, read_record

pytestmark = pytest.mark.slow
CATALOGUE = ("/static/", "/api/games", "/favicon", "/manifest")
TURNS = 24


class Traffic:
    """Everything that a page was sent about its match."""

    def __init__(self, page: Page) -> None:
        self.messages: list[bytes] = []
        page.on("response", self._answered)
        page.on("websocket", self._opened)

    def _answered(self, response: Response) -> None:
        path = response.url.split("/", 3)[-1]
        if not f"/{path}".startswith(CATALOGUE) and "json" in response.headers.get("content-type", ""):
            self.messages.append(response.body())

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.messages.append(str(frame).encode()))


@pytest.mark.parametrize("game", ["stratego", "banqi"])
def test_no_page_is_told_a_hidden_fact(visit: Visit, game: str) -> None:
    seats = catalogue.game(game).info.seats
    pages = {seat: visit() for seat in (*seats, None)}
    traffic = {seat: Traffic(page) for seat, page in pages.items()}
    one, other, watcher = pages.values()
    meet(one, other, game, seats[0].title())
    watcher.goto(one.url)
    played = play_on([one, other])
    expect(watcher.locator(".ply")).to_have_count(played)
    heard = {seat: list(ear.messages) for seat, ear in traffic.items()}
    resign(one)
    record = record_of(one)
    assert record.reveal is not None
    positions = [catalogue.game(game).read_position(record.reveal.start)]
    for move in record.moves:
        positions.append(positions[-1].play(move.text))
    assert len(positions) == played + 1 > TURNS
    for seat, messages in heard.items():
        assert len(messages) >= TURNS
        check_messages(messages, positions, seat, record.reveal)


def meet(one: Page, other: Page, game: str, seat: str) -> None:
    """Two visitors start a match. Armies are placed at random, with the flags in far corners."""
    choose(one, game, against="Friend", seat=seat)
    settle(other)
    other.goto(one.url)
    other.get_by_role("button", name="Join game").click()
    if catalogue.game(game).info.start is not Start.PLACED:
        return
    for page, flag, corner in ((one, "red-flag", "a1"), (other, "blue-flag", "a10")):
        page.locator(f'.tray-item[data-kind="{flag}"]').click()
        page.locator(f'.editor .square[data-square="{corner}"]').click()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Random").click()
        page.get_by_role("button", name="Ready", exact=True).click()


def play_on(pages: list[Page]) -> int:
    """Play some turns, with attacks where possible, and return how many."""
    chance = Random(5)
    for turn in range(TURNS):
        take_turn(whose_turn(pages), chance)
        expect(pages[0].locator(".ply")).to_have_count(turn + 1)
        expect(pages[1].locator(".ply")).to_have_count(turn + 1)
    return TURNS


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


def record_of(page: Page) -> Record:
    path = f"/api/matches/{page.url.rsplit('/', 1)[-1]}/record"
    return read_record(page.evaluate("path => fetch(path).then(answer => answer.text())", path))
