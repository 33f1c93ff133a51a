"""Complete games in the browser, from the start page to the result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, play_to_the_end, square, status, touch, wait_for_turn

from damero.domain.catalogue import game as game_of

pytestmark = pytest.mark.slow
RESULT = re.compile(r"\. You (win|lose)\.$|^Draw")


@pytest.mark.parametrize("game", ["spanish", "checkers", "drafti"])
def test_a_draughts_game_against_the_computer(visit: Visit, game: str) -> None:
    page = visit()
    choose(page, game)
    assert play_to_the_end(page, seed=7) >= 5
    expect(status(page)).to_have_text(RESULT)


def test_a_banqi_game_against_the_computer(visit: Visit) -> None:
    page = visit()
    choose(page, "banqi")
    assert play_to_the_end(page, seed=3) >= 10
    expect(status(page)).to_have_text(RESULT)


def test_a_stratego_game_between_two_browsers(visit: Visit) -> None:
    red, blue = visit(), visit()
    choose(red, "stratego", against="Friend", seat="Red")
    blue.goto(red.url)
    blue.get_by_role("button", name="Join game").click()
    for page, scout, flag, front in ((red, "red-scout", "red-flag", "a4"), (blue, "blue-scout", "blue-flag", "j7")):
        for kind, name in ((scout, front), (flag, "j4" if page is red else "i10")):
            page.locator(f'.tray-item[data-kind="{kind}"]').click()
            page.locator(f'.editor .square[data-square="{name}"]').click()
            page.keyboard.press("Escape")
        page.get_by_role("button", name="Random").click()
        page.get_by_role("button", name="Ready", exact=True).click()
    assert wait_for_turn(red)
    touch(red, "a4", "a6")
    assert wait_for_turn(blue)
    touch(blue, "j7", "j4")
    expect(status(blue)).to_contain_text("You captured the flag. You win.")
    expect(status(red)).to_contain_text("Blue captured your flag. You lose.")
    expect(blue.locator(".fight")).to_be_attached()


def test_a_stratego_ending_on_one_device(visit: Visit) -> None:
    """Blue can move only the sergeant. The flag is unknown until it is captured."""
    pieces = {"a1": "red-flag", "e8": "red-marshal", "e10": "blue-flag", "j10": "blue-sergeant"}
    page = visit()
    choose(page, "stratego", against="Same device", start=game_of("stratego").write_pieces(pieces, "red"))
    expect(page.get_by_text("This game starts from a position that somebody set up.")).to_be_visible()
    page.locator(".cover button").click()
    expect(square(page, "e10")).to_have_attribute("aria-label", "Unknown blue piece on e10")
    touch(page, "e8", "e9")
    page.locator(".cover button").click()
    expect(square(page, "e9")).to_have_attribute("aria-label", re.compile("^Unknown red piece on e9"))
    touch(page, "j10", "j9")
    page.locator(".cover button").click()
    touch(page, "e9", "e10")
    expect(status(page)).to_contain_text("captured the flag")


def test_three_clicks_lead_from_the_start_page_to_the_first_move(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Drafti Tanzanian").click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert wait_for_turn(page)
