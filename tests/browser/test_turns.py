"""Games that wait for the player are found: first in every list, in the menu and in the tab title."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, name_of, touch, wait_for_turn
from tests.browser.test_pages import friends

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("phone", [False, True])
def test_games_that_wait_for_the_player_come_first_with_a_badge(visit: Visit, phone: bool) -> None:
    page, other = visit(phone=phone), visit()
    choose(page, "drafti", against="Friend", seat="White")
    other.goto(page.url)
    other.get_by_role("button", name="Join game").click()
    assert wait_for_turn(page)
    choose(page, "spanish", against="Friend", seat="White")
    page.goto("/")
    for path in ("/", "/games"):
        page.goto(path)
        first = page.locator(".match-item").first
        expect(first).to_contain_text("Drafti")
        expect(first).to_contain_text("Your turn")
    waiting = page.locator(".match-item", has_text="Spanish draughts")
    expect(waiting).to_contain_text(f"{name_of(page)}Waiting for an opponent")
    expect(page.locator(".tabs [data-page=games] .badge")).to_have_text(re.compile("1"))
    expect(page).to_have_title(re.compile(r"^\(1\) My games"))


@pytest.mark.parametrize("phone", [False, True])
def test_the_badge_leaves_when_the_player_has_moved(visit: Visit, phone: bool) -> None:
    white, black = friends(visit, phone=phone)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    white.goto("/games")
    expect(white.locator("h1")).to_have_text("My games")
    expect(white.locator(".tabs [data-page=games] .badge")).to_be_hidden()
    black.goto("/games")
    expect(black.locator(".tabs [data-page=games] .badge")).to_be_visible()
