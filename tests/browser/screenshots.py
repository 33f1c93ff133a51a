"""Pictures of every page, desktop and phone, light and dark: `python -m tests.browser.screenshots [folder]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import a_browser
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import CHAIN, choose, settle, take_turn, touch, wait_for_turn
from tests.web.servers import a_server

Scene = Callable[[Page], None]


def at(path: str) -> Scene:
    def open_it(page: Page) -> None:
        page.goto(path)
        page.wait_for_load_state("networkidle")

    return open_it


def middle_game(game: str, turns: int) -> Scene:
    def play(page: Page) -> None:
        choose(page, game)
        page.locator(".square:visible").first.wait_for()
        if page.locator(".editor").is_visible():
            page.get_by_role("button", name="Random").click()
            page.get_by_role("button", name="Ready", exact=True).click()
        chance = Random(11)
        for _ in range(turns):
            if not wait_for_turn(page):
                break
            take_turn(page, chance)
            page.wait_for_function("() => !document.querySelector('.pending')")
        wait_for_turn(page)

    return play


def set_up(page: Page) -> None:
    choose(page, "stratego", seat="Red")
    page.get_by_role("toolbar", name="Formation").get_by_role("button").nth(1).click()
    page.locator(".editor .square[data-square=e4]").click()


def why_not(page: Page) -> None:
    choose(page, "spanish", against="Same device", start=CHAIN)
    assert wait_for_turn(page)
    touch(page, "32", "28")
    expect(page.locator(".prompt")).to_contain_text("Why not?")


def hop(page: Page) -> None:
    choose(page, "spanish", against="Same device", start="W:WK29,32,K31:B22,11,K4,8,12")
    assert wait_for_turn(page)
    page.locator('.square[aria-label*="can move"]').first.click()


def hand_over(page: Page) -> None:
    choose(page, "stratego", against="Same device")
    expect(page.locator(".editor .cover")).to_be_visible()


def invitation(page: Page) -> None:
    choose(page, "drafti", against="Friend")
    expect(page.locator(".qr")).to_be_visible()


def replay(page: Page) -> None:
    middle_game("international", 6)(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    page.get_by_role("button", name="Previous move").click()


def lobby(page: Page) -> None:
    choose(page, "russian", against="Anyone", seat="White")
    page.goto("/lobby")
    expect(page.locator(".match-item").first).to_be_visible()


SCENES: dict[str, Scene] = {
    "home": at("/"),
    "play": at("/play/drafti"),
    "match-draughts": middle_game("drafti", 7),
    "match-stratego": middle_game("stratego", 12),
    "match-banqi": middle_game("banqi", 9),
    "why-not": why_not,
    "kings": hop,
    "set-up": set_up,
    "hand-over": hand_over,
    "invitation": invitation,
    "lobby": lobby,
    "watch": at("/watch"),
    "games": at("/games"),
    "replay": replay,
    "rules": at("/rules/spanish"),
    "editor": at("/editor/stratego"),
    "settings": at("/settings"),
    "offline": at("/offline.html"),
}


def visitors(browser: Browser, address: str) -> Iterator[tuple[str, Page]]:
    for device, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
        for scheme in ("light", "dark"):
            context = browser.new_context(
                base_url=address,
                viewport=viewport,
                device_scale_factor=2 if device == "phone" else 1,
                has_touch=device == "phone",
                is_mobile=device == "phone",
                color_scheme=scheme,
                service_workers="block",
            )
            page = context.new_page()
            page.goto("/")
            settle(page)
            yield f"{device}-{scheme}", page
            context.close()


def main(folder: Path, wanted: set[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, a_server(Path(data)) as address, a_browser() as browser:
        for kind, page in visitors(browser, address):
            for name, scene in SCENES.items():
                if wanted and name not in wanted:
                    continue
                scene(page)
                page.wait_for_timeout(250)
                page.screenshot(path=folder / f"{name}-{kind}.png")
                print(folder / f"{name}-{kind}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("screenshots"), set(sys.argv[2:]))
