"""The start page: one button to play, and every game is found by the name that people look for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, wait_for_turn

pytestmark = pytest.mark.slow


def test_one_button_starts_a_game_at_once(both_sizes: Visit) -> None:
    page = both_sizes("/")
    page.locator(".quick-play button").click()
    page.wait_for_url("**/match/*")
    assert wait_for_turn(page)


def test_the_button_remembers_the_last_game(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "russian")
    page.goto("/")
    expect(page.locator(".quick-play button")).to_have_text("Play Russian draughts")
    expect(page.locator(".quick-play")).to_contain_text("Computer, level 1")


@pytest.mark.parametrize(("locale", "game"), [("sw-TZ", "Drafti"), ("zh-TW", "暗棋"), ("en", "American checkers")])
def test_a_first_visitor_is_offered_the_game_that_speakers_of_the_language_know(
    visit: Visit, locale: str, game: str
) -> None:
    expect(visit("/", locale=locale).locator(".quick-play button")).to_contain_text(game)


@pytest.mark.parametrize("phone", [False, True])
def test_american_checkers_is_found_by_its_name(visit: Visit, phone: bool) -> None:
    page = visit("/", phone=phone)
    found = page.get_by_role("link", name="American checkers")
    expect(found).to_be_visible()
    expect(page.locator(".daily-puzzle")).to_be_visible()
    if not phone:
        expect(found).to_be_in_viewport()
    page.get_by_label("Find a game").fill("checkers")
    names = ["House checkers", "Pool checkers", "American checkers"]
    expect(page.locator(".variants li:visible strong")).to_have_text(names)
    expect(page.locator(".family:visible")).to_have_count(1)
    page.get_by_label("Find a game").fill("checkmate")
    expect(page.get_by_text("No game is called that.")).to_be_visible()
    page.get_by_label("Find a game").fill("american")
    expect(page.get_by_text("No game is called that.")).to_have_count(0)
    found.click()
    expect(page.locator("h1")).to_have_text("American checkers")


def test_own_games_stand_right_below_the_button_to_play(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "drafti", against="Same device")
    page.goto("/")
    expect(page.locator(".daily-puzzle")).to_be_visible()
    expect(page.locator(".own-games")).to_be_visible()
    boxes = [page.locator(name).bounding_box() for name in (".quick-play", ".own-games", ".daily-puzzle")]
    play, own, puzzle = [box for box in boxes if box]
    assert own["y"] >= play["y"] + play["height"]
    assert puzzle["y"] == play["y"] or puzzle["y"] >= own["y"] + own["height"]
