"""Everything works with the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import CHAIN, choose, settle, square, status, wait_for_turn

pytestmark = pytest.mark.slow
FOCUSED = "() => (document.activeElement.ariaLabel || document.activeElement.textContent || '').trim()"
MOST_STEPS = 80


def tab_to(page: Page, name: str) -> None:
    """Press Tab until an element with this name has the focus."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if re.search(name, page.evaluate(FOCUSED)):
            return
    raise AssertionError(f"Tab does not lead to {name}.")


def walk_to(page: Page, name: str) -> None:
    """Move the focus to a square with the arrow keys, in any orientation of the board."""
    to_x, to_y = place(page, name)
    for _ in range(MOST_STEPS):
        here = page.locator(".square:focus").get_attribute("data-square") or ""
        if here == name:
            return
        x, y = place(page, here)
        upright = "ArrowUp" if y > to_y else "ArrowDown"
        page.keyboard.press(upright if y != to_y else "ArrowLeft" if x > to_x else "ArrowRight")
    raise AssertionError(f"The arrow keys do not lead to {name}.")


def place(page: Page, name: str) -> tuple[int, int]:
    box = square(page, name).bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"])


def test_from_the_start_page_to_the_first_move(visit: Visit) -> None:
    page = visit("/")
    settle(page)
    page.reload()
    expect(page.get_by_role("link", name="Drafti Tanzanian")).to_be_visible()
    tab_to(page, "^Drafti")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/drafti")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    tab_to(page, "^Play$")
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")
    assert wait_for_turn(page)
    before = page.locator(".ply").count()
    mover = page.locator('.match-layout .square[aria-label*="can move"]').first.get_attribute("data-square") or ""
    tab_to(page, r" on \d+|^\d+, empty")
    walk_to(page, mover)
    page.keyboard.press("Enter")
    walk_to(page, page.locator('.square[aria-label*="possible target"]').first.get_attribute("data-square") or "")
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelectorAll('.ply').length > before", arg=before)


def test_a_triple_capture_after_escape_cancelled_the_first_attempt(visit: Visit) -> None:
    page = visit()
    choose(page, "spanish", against="Same device", start=CHAIN)
    assert wait_for_turn(page)
    tab_to(page, r" on \d+|^\d+, empty")
    walk_to(page, "30")
    page.keyboard.press("Enter")
    walk_to(page, "23")
    page.keyboard.press("Enter")
    expect(square(page, "23")).to_have_attribute("aria-label", re.compile("^White man on 23, selected"))
    page.keyboard.press("Escape")
    expect(square(page, "30")).to_have_attribute("aria-label", re.compile("^White man on 30, can move"))
    walk_to(page, "30")
    page.keyboard.press("Enter")
    for target in ("23", "14", "5"):
        walk_to(page, target)
        page.keyboard.press("Enter")
    expect(page.locator(".ply").first).to_have_text("30x23x14x5")
    expect(status(page)).to_have_text("Black to move")


def test_the_first_tab_stop_skips_the_menu(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator(".skip-link")).to_be_attached()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "page"


def test_skipping_the_menu_leaves_a_game_as_it_is(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    square(page, "22").press("Enter")
    address = page.url
    page.locator(".skip-link").press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "page"
    assert page.url == address, "no step in the history, which would load the page again"
    expect(page.locator(".selected")).to_be_attached()


def test_a_dialog_keeps_the_focus_until_it_is_answered(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    tab_to(page, "^Resign")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(FOCUSED).startswith("Resign")
