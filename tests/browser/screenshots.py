"""Pictures of every page in every size, light and dark: `python -m tests.browser.screenshots [folder] [scene…]`.

With `--language es`, the browser asks for that language. The scenes of `IN_ANY_LANGUAGE` can be taken in all of them.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.browser.chromium import a_browser
from tests.browser.conftest import DESKTOP
from tests.browser.playing import CHAIN, choose, resign, settle, square, take_turn, touch, wait_for_turn
from tests.web.servers import a_server

from damero.languages import in_language
from damero.texts import Text, languages

Scene = Callable[[Page], None]

TALL: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 360, "height": 640}
WIDE: ViewportSize = {"width": 844, "height": 390}
DEVICES: dict[str, dict[str, ViewportSize]] = {
    "desktop": {"desktop": {"width": 1280, "height": 800}},
    "phone": {"phone": TALL, "small": SMALL, "landscape": WIDE},
}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PASSWORD = "three blue herons"
PDN = """[White "Ana"]\n[Black "Ben"]\n[Result "*"]\n\n1. 32-28 19-25 *\n"""


def at(path: str) -> Scene:
    def open_it(page: Page) -> None:
        page.goto(path)
        page.wait_for_load_state("networkidle")

    return open_it


def language_of(page: Page) -> str:
    return str(page.evaluate("() => document.documentElement.lang"))


def press(page: Page, key: str) -> None:
    """The button with a text of the catalogue."""
    page.get_by_role("button", name=in_language(Text(key), language_of(page)), exact=True).click()


def begin(page: Page, game: str, seat: str = "") -> None:
    """A game against the computer that makes no plans, in any language."""
    settle(page)
    page.goto(f"/play/{game}")
    page.locator('label:has(input[value="engine"])').click()
    page.locator(".levels label").first.click()
    if seat:
        page.locator(f'label:has(input[value="{seat}"])').click()
    page.locator(".play-form > button").click()
    page.wait_for_url("**/match/*")


def middle_game(game: str, turns: int) -> Scene:
    def play(page: Page) -> None:
        begin(page, game)
        page.locator(".square:visible").first.wait_for()
        if page.locator(".editor").is_visible():
            press(page, "setup.random")
            press(page, "setup.ready")
        chance = Random(11)
        for _ in range(turns):
            if not wait_for_turn(page):
                break
            take_turn(page, chance, language_of(page))
            page.wait_for_function("() => !document.querySelector('.pending')")
        wait_for_turn(page)

    return play


def set_up(page: Page) -> None:
    begin(page, "stratego", "red")
    page.locator(".editor [role=toolbar] button").nth(1).click()
    page.locator(".editor .square[data-square=e4]").click()


def empty_set_up(page: Page) -> None:
    choose(page, "stratego", seat="Blue")
    expect(page.locator(".editor .tray-item").first).to_be_visible()


def why_not(page: Page) -> None:
    choose(page, "spanish", against="Same device", start=CHAIN)
    assert wait_for_turn(page)
    touch(page, "32", "28")
    expect(page.locator(".prompt")).to_contain_text("Why not?")


def hop(page: Page) -> None:
    choose(page, "spanish", against="Same device", start="W:WK29,32,K31:B22,11,K4,8,12")
    assert wait_for_turn(page)
    page.locator('.square[aria-label*="can move"]').first.click()


def drawn(page: Page) -> None:
    why_not(page)
    square(page, "30").press("c")
    square(page, "26").press("c")


def zen(page: Page) -> None:
    why_not(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Zen").click()


def keys(page: Page) -> None:
    why_not(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def hand_over(page: Page) -> None:
    choose(page, "stratego", against="Same device")
    expect(page.locator(".editor .cover")).to_be_visible()


def invitation(page: Page) -> None:
    choose(page, "drafti", against="Friend")
    expect(page.locator(".qr")).to_be_visible()


def asked(page: Page) -> None:
    middle_game("international", 2)(page)
    page.get_by_role("button", name="Resign").click()


def result(page: Page) -> None:
    middle_game("international", 6)(page)
    resign(page)


def replay(page: Page) -> None:
    result(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    page.get_by_role("button", name="Previous move").click()


def verify(page: Page) -> None:
    middle_game("banqi", 3)(page)
    resign(page)
    page.get_by_role("link", name="Verify").click()
    page.locator(".findings").wait_for()


def lobby(page: Page) -> None:
    choose(page, "russian", against="Anyone", seat="White")
    page.goto("/lobby")
    expect(page.locator(".match-item").first).to_be_visible()


def own_games(page: Page) -> None:
    middle_game("drafti", 1)(page)
    resign(page)
    middle_game("drafti", 1)(page)
    page.goto("/games")
    page.locator("summary", has_text="Search").click()


def imported(page: Page) -> None:
    page.goto("/games")
    page.get_by_text("Import a game").click()
    page.get_by_label("PDN or record").fill(PDN)
    page.get_by_role("button", name="Import").click()
    page.locator(".import [role=alert]:not([hidden])").wait_for()
    page.locator(".import").scroll_into_view_if_needed()


def any_clock(page: Page) -> None:
    page.goto("/play/russian")
    page.get_by_text("Named player", exact=True).click()
    page.get_by_label("Time per player").select_option("custom")


def account(page: Page) -> None:
    page.goto("/settings")
    if page.get_by_label("Account name").count():
        page.get_by_label("Account name").fill(f"Heron {abs(hash(page.url + str(id(page)))) % 10_000}")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Create account").click()
        expect(page.get_by_text("Signed in as")).to_be_visible()
    page.locator("summary", has_text="Signed-in devices").click()
    page.locator(".session").first.wait_for()
    page.locator(".session").first.scroll_into_view_if_needed()


def player(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("link", name="My results").click()
    expect(page.locator(".player-page")).to_be_visible()


SCENES: dict[str, Scene] = {
    "home": at("/"),
    "play": at("/play/drafti"),
    "clock": any_clock,
    "match-draughts": middle_game("drafti", 7),
    "match-stratego": middle_game("stratego", 12),
    "match-banqi": middle_game("banqi", 9),
    "why-not": why_not,
    "kings": hop,
    "drawn": drawn,
    "zen": zen,
    "keys": keys,
    "set-up": set_up,
    "set-up-empty": empty_set_up,
    "hand-over": hand_over,
    "invitation": invitation,
    "asked": asked,
    "result": result,
    "replay": replay,
    "verify": verify,
    "lobby": lobby,
    "watch": at("/watch"),
    "games": own_games,
    "import": imported,
    "puzzles": at("/puzzles"),
    "rules": at("/rules/spanish"),
    "rules-stratego": at("/rules/stratego"),
    "analysis": at("/analysis/russian"),
    "all-rules": at("/rules"),
    "editor": at("/editor/stratego"),
    "settings": at("/settings"),
    "account": account,
    "player": player,
    "nothing": at("/no-such-page"),
    "offline": at("/offline.html"),
}


IN_ANY_LANGUAGE = ("home", "play", "match-draughts", "match-banqi", "set-up", "settings", "rules-stratego", "analysis")


def visitors(browser: Browser, address: str, language: str) -> Iterator[tuple[str, Page]]:
    for device in DEVICES:
        context = browser.new_context(
            base_url=address,
            locale=language,
            viewport=DESKTOP if device == "desktop" else TALL,
            device_scale_factor=1,
            has_touch=device == "phone",
            is_mobile=device == "phone",
            service_workers="block",
        )
        page = context.new_page()
        page.goto("/")
        settle(page)
        yield device, page
        context.close()


def take(page: Page, device: str, folder: Path, name: str, schemes: Sequence[Scheme]) -> None:
    for size, viewport in DEVICES[device].items():
        page.set_viewport_size(viewport)
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(250)
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
    page.set_viewport_size(next(iter(DEVICES[device].values())))


def main(folder: Path, wanted: Sequence[str], language: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    english = language == "en"
    chosen = wanted or (SCENES if english else IN_ANY_LANGUAGE)
    with tempfile.TemporaryDirectory() as data, a_server(Path(data)) as address, a_browser() as browser:
        for device, page in visitors(browser, address, language):
            for name in chosen:
                SCENES[name](page)
                take(page, device, folder, name, SCHEMES if english else SCHEMES[:1])
                print(name, device, flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Takes pictures of the pages.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    parser.add_argument("scenes", nargs="*", metavar="scene")
    parser.add_argument("--language", choices=languages(), default="en")
    return parser.parse_args()


if __name__ == "__main__":
    given = arguments()
    main(given.folder, given.scenes, given.language)
