"""A phone with a 360 pixel wide touch screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import choose, square, wait_for_turn

pytestmark = pytest.mark.slow

PAGES = ("/", "/play/drafti", "/lobby", "/watch", "/games", "/rules/banqi", "/settings", "/editor/drafti")


def overflow(page: Page) -> int:
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_the_screen(visit: Visit, path: str) -> None:
    page = visit(path, phone=True)
    expect(page.locator("h1")).to_be_visible()
    assert overflow(page) <= 0


def test_a_move_by_two_taps(visit: Visit) -> None:
    page = visit(phone=True)
    choose(page, "spanish", against="Same device")
    assert wait_for_turn(page)
    square(page, "22").tap()
    square(page, "18").tap()
    expect(page.locator(".ply").first).to_have_text("22-18")


def test_the_board_and_its_controls_fit_the_screen(visit: Visit) -> None:
    page = visit(phone=True)
    choose(page, "stratego", against="Same device")
    page.get_by_role("button", name="Show the board").click()
    box = page.locator(".editor .board").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert overflow(page) <= 0
    assert page.evaluate("() => getComputedStyle(document.body).touchAction") == "manipulation"


def test_a_wide_board_stands_upright(visit: Visit) -> None:
    page = visit(phone=True)
    choose(page, "banqi", against="Same device")
    assert wait_for_turn(page)
    box = page.locator(".match-layout .board").bounding_box()
    assert box is not None
    assert box["height"] > box["width"]
    square(page, "a1").tap()
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.locator(".hidden-pieces")).to_be_visible()


def test_every_control_is_a_large_enough_touch_target(visit: Visit) -> None:
    page = visit(phone=True)
    choose(page, "drafti")
    assert wait_for_turn(page)
    for button in page.locator(".controls > *").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 44
