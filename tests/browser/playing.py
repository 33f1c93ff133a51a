"""What visitors do: choose a game, select squares, wait for their turn."""

from __future__ import annotations

import json
import re
from random import Random
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from damero.languages import in_language
from damero.texts import Text

QUICK = {"animation": 0, "sound": False}
CHAIN = "W:W30,32:B26,18,9,1"
"""White must capture three pieces: 30x23x14x5."""
IS_MINE = "() => document.querySelector('.movable, .forced, .status[data-tone=end]')"
LABELLED = "(cells, words) => cells.filter(c => words.some(w => c.ariaLabel.includes(w))).map(c => c.dataset.square)"


def settle(page: Page, **settings: object) -> None:
    """Store settings in this browser, as if chosen on the settings page."""
    stored = json.dumps(QUICK | settings)
    page.evaluate("stored => localStorage.setItem('damero.settings', stored)", stored)


def choose(page: Page, game: str, *, against: str = "Computer", seat: str | None = None, start: str = "") -> None:
    """Start a game from the play page."""
    settle(page)
    page.goto(f"/play/{game}" + (f"?start={quote(start)}" if start else ""))
    page.get_by_text(against, exact=True).click()
    if against == "Computer":
        page.locator(".levels label").first.click()
    if seat:
        page.get_by_role("group", name="You play").get_by_text(seat, exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")


def name_of(page: Page) -> str:
    """The name of the page's player."""
    account = page.locator(".account-link")
    expect(account).to_have_text(re.compile("."))
    return account.text_content() or ""


def square(page: Page, name: str) -> Locator:
    return page.locator(f'.match-layout .square[data-square="{name}"]')


def touch(page: Page, *names: str) -> None:
    for name in names:
        square(page, name).click()


def status(page: Page) -> Locator:
    return page.locator(".match-layout .status")


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this page's turn (True) or its game is over (False)."""
    found = page.wait_for_function(IS_MINE, timeout=60_000)
    return bool(found.evaluate("element => !element.matches('.status')"))


def whose_turn(pages: list[Page]) -> Page:
    """The page of the player to move."""
    for _ in range(1_200):
        for page in pages:
            if page.locator(".movable, .forced").count() > 0:
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("It is nobody's turn.")


def labelled(page: Page, language: str, *keys: str) -> list[str]:
    """The squares that are said to be so, in the language of the page."""
    words = [in_language(Text(key, {"square": ""}), language).strip(" ,") for key in keys]
    squares: list[str] = page.locator(".match-layout .square").evaluate_all(LABELLED, words)
    return squares


def take_turn(page: Page, chance: Random, language: str = "en") -> None:
    """Make one complete move: select a piece, then targets, with captures where possible."""
    touch(page, chance.choice(labelled(page, language, "board.canMove", "board.mustTake")))
    while targets := labelled(page, language, "board.target"):
        empty = labelled(page, language, "board.empty")
        touch(page, next((target for target in targets if target not in empty), chance.choice(targets)))


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()


def play_to_the_end(page: Page, seed: int, *, longest: int = 400, language: str = "en") -> int:
    """Play until the game is over, and return the number of moves."""
    chance = Random(seed)
    for turn in range(longest):
        if not wait_for_turn(page):
            expect(page.locator('.result a[href^="/replay/"]')).to_be_visible()
            return turn
        take_turn(page, chance, language)
        page.wait_for_function("() => !document.querySelector('.pending')")
    raise AssertionError(f"The game was not over after {longest} moves.")
