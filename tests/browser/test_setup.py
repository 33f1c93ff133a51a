"""Placing an army: it survives a reload, the page can be left, and the board is in sight when the game begins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, status, wait_for_turn

pytestmark = pytest.mark.slow
SCREENS: list[ViewportSize] = [
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
]


def placed(page: Page) -> int:
    return page.locator('.editor .square[aria-label*=" on "]').count()


def test_an_unfinished_army_survives_a_reload(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "stratego", seat="Red")
    page.locator('.tray-item[data-kind="red-flag"]').click()
    page.locator('.editor .square[data-square="a1"]').click()
    assert placed(page) == 1
    page.reload()
    expect(page.locator('.editor .square[data-square="a1"]')).to_have_attribute("aria-label", re.compile("Red flag"))


def test_the_page_can_be_left_and_the_game_aborted(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "stratego", seat="Red")
    page.get_by_role("link", name="Leave, and continue later").click()
    page.wait_for_url("**/games")
    page.locator(".match-item").get_by_role("link", name="Continue").click()
    page.locator(".editor").get_by_role("button", name="Abort").click()
    page.get_by_role("dialog").get_by_role("button", name="Abort").click()
    expect(status(page)).to_have_text("Game aborted.")


def board_is_in_sight(page: Page) -> None:
    board = page.locator(".match-layout .board")
    expect(board).to_be_in_viewport(ratio=0.99)
    box = board.bounding_box()
    assert box is not None
    assert max(box["width"], box["height"]) >= 320


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen['width']}x{screen['height']}")
def test_the_whole_board_is_in_sight_when_a_placed_game_begins(visit: Visit, screen: ViewportSize) -> None:
    page = visit(phone=True)
    page.set_viewport_size(screen)
    choose(page, "stratego")
    page.get_by_role("button", name="Ready-made army").click()
    page.get_by_role("button", name="Ready", exact=True).click()
    assert wait_for_turn(page)
    board_is_in_sight(page)


@pytest.mark.parametrize("game", ["banqi", "international"])
def test_the_whole_board_and_the_names_are_in_sight_on_every_screen(visit: Visit, game: str) -> None:
    page = visit(phone=True)
    page.set_viewport_size(SCREENS[0])
    choose(page, game)
    assert wait_for_turn(page)
    for screen in SCREENS:
        page.set_viewport_size(screen)
        board_is_in_sight(page)
        for name in page.locator(".player-text strong").all():
            assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), screen


@pytest.mark.parametrize("screen", SCREENS[:2], ids=lambda screen: f"{screen['width']}x{screen['height']}")
def test_a_phone_shows_the_own_rows_the_tray_and_the_button_to_begin_at_once(
    visit: Visit, screen: ViewportSize
) -> None:
    page = visit(phone=True)
    page.set_viewport_size(screen)
    choose(page, "stratego", seat="Red")
    page.locator(".tray-item").first.wait_for()
    ranks = page.locator(".tray-item").evaluate_all("items => items.map(item => item.dataset.kind)")
    assert ranks[:3] == ["red-marshal", "red-general", "red-colonel"]
    for square in ("a1", "j1", "a4", "j4"):
        expect(page.locator(f'.editor .square[data-square="{square}"]')).to_be_in_viewport()
    expect(page.get_by_role("button", name="Ready", exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="Ready-made army").click()
    assert placed(page) == 40
    page.get_by_role("button", name="Ready", exact=True).click()
    assert wait_for_turn(page)
