"""Every page passes axe-core in light and dark, and the board works with a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.finished_games import finished_game
from tests.browser.playing import CHAIN, choose, settle, square, touch, wait_for_turn
from tests.browser.test_units import CLIENT

pytestmark = pytest.mark.slow

SERIOUS = {"serious", "critical"}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COLOURS_HAVE_CHANGED = """async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.all(changing.map((animation) => animation.finished.catch(() => {})));
}"""
ROUTE = re.compile(r'name: "(\w+)"')


def match(page: Page) -> None:
    choose(page, "spanish", against="Same device", start=CHAIN)
    assert wait_for_turn(page)
    touch(page, "32", "28")
    expect(page.locator(".prompt")).to_contain_text("Why not?")


def invitation(page: Page) -> None:
    choose(page, "drafti", against="Friend")
    expect(page.locator(".qr")).to_be_visible()


def set_up(page: Page) -> None:
    choose(page, "stratego")
    expect(page.locator(".editor .tray-item").first).to_be_visible()


def hand_over(page: Page) -> None:
    choose(page, "stratego", against="Same device")
    expect(page.locator(".editor .cover")).to_be_visible()


def result(page: Page) -> None:
    choose(page, "banqi", against="Same device")
    assert wait_for_turn(page)
    touch(page, "a1")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()


def replay(page: Page) -> None:
    result(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".replay")).to_be_visible()


def review(page: Page) -> None:
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Review").click()
    expect(page.locator("h1").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def verify(page: Page) -> None:
    result(page)
    page.get_by_role("link", name="Verify").click()
    expect(page.locator(".findings")).to_be_visible()


def question(page: Page) -> None:
    """A dialog over a game with a clock of one's own."""
    settle(page)
    page.goto("/play/drafti")
    page.get_by_text("Same device", exact=True).click()
    page.get_by_label("Time per player").select_option("custom")
    assert not serious_findings(page)
    page.get_by_role("button", name="Play", exact=True).click()
    assert wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def zen(page: Page) -> None:
    """A question in zen mode, below the list of keys."""
    match(page)
    square(page, "30").press("c")
    page.keyboard.press("z")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def at(path: str) -> Callable[[Page], None]:
    def open_it(page: Page) -> None:
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
        page.wait_for_load_state("networkidle")

    return open_it


def own_games(page: Page) -> None:
    choose(page, "russian", against="Anyone", seat="White")
    at("/lobby")(page)
    assert not serious_findings(page)
    finished_game(page, "drafti", 1)
    at("/games")(page)
    page.locator("summary", has_text="Search").click()
    page.locator("summary", has_text="Import").click()
    page.get_by_label("PDN or record").fill("nothing")
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".import [role=alert]")).to_be_visible()


def account(page: Page) -> None:
    at("/settings")(page)
    page.locator("summary", has_text="Signed-in devices").click()
    expect(page.locator(".session")).to_have_count(1)


def player(page: Page) -> None:
    account(page)
    page.get_by_role("link", name="My results").click()
    expect(page.locator(".player-page")).to_be_visible()


SCENES = {
    "home": at("/"),
    "play": at("/play/banqi"),
    "watch": at("/watch"),
    "games": own_games,
    "puzzles": at("/puzzles"),
    "analysis": at("/analysis/drafti"),
    "learn": at("/learn"),
    "rules": at("/rules/spanish"),
    "settings": account,
    "player": player,
    "editor": at("/editor/drafti"),
    "offline": at("/offline.html"),
    "nothing": at("/no-such-page"),
    "match": match,
    "zen": zen,
    "question": question,
    "invitation": invitation,
    "set-up": set_up,
    "hand-over": hand_over,
    "replay": replay,
    "review": review,
    "verify": verify,
}


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing_serious_in_light_and_dark(visit: Visit, scene: str) -> None:
    page = visit()
    SCENES[scene](page)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(COLOURS_HAVE_CHANGED)
        assert not serious_findings(page), scheme


def test_every_page_is_looked_at() -> None:
    routes = set(ROUTE.findall((CLIENT / "js/router.js").read_text(encoding="utf-8")))
    visited = set(SCENES) | {"lobby"}
    assert routes <= visited, routes - visited


def test_axe_finds_a_button_without_a_name(visit: Visit) -> None:
    page = visit()
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert any("button-name" in found for found in serious_findings(page))


def serious_findings(page: Page) -> list[str]:
    return [
        f"{found['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for found in Axe().run(page).response["violations"]
        if found["impact"] in SERIOUS
        for node in found["nodes"][:3]
    ]


def test_the_board_is_a_grid_of_labelled_squares(visit: Visit) -> None:
    page = visit()
    choose(page, "spanish", against="Same device", start="W:WK14,32:B1")
    assert wait_for_turn(page)
    grid = page.get_by_role("grid", name="Board of Spanish draughts")
    expect(grid.get_by_role("gridcell")).to_have_count(32)
    expect(square(page, "14")).to_have_attribute("aria-label", re.compile("^White king on 14, can move"))
    assert page.locator(".square[tabindex='0']").count() == 1
    page.get_by_text("Board as text").click()
    expect(page.locator(".text-board")).to_contain_text("White king on 14")


COUNT_ANIMATIONS = """() => addEventListener("effect", ({ detail }) => {
  if (detail === "hop") window.animations ??= document.getAnimations().length;
})"""


@pytest.mark.parametrize(("preference", "animated"), [("no-preference", True), ("reduce", False)])
def test_animation_respects_the_reduced_motion_preference(
    visit: Visit, preference: Literal["no-preference", "reduce"], animated: bool
) -> None:
    page = visit()
    page.emulate_media(reduced_motion=preference)
    choose(page, "drafti", against="Same device")
    settle(page, animation=220)
    page.reload()
    assert wait_for_turn(page)
    page.evaluate(COUNT_ANIMATIONS)
    touch(page, "22", "18")
    page.wait_for_function("() => window.animations !== undefined")
    assert (page.evaluate("() => window.animations") > 0) is animated


LIVE = """text => [...document.querySelectorAll("[role=status], [role=alert], [aria-live=polite]")]
  .filter((region) => region.ariaLive !== "off" && region.textContent.includes(text)).length"""


def read_out(page: Page, text: str) -> int:
    """How often a screen reader says this: once for each region that is live."""
    return int(page.evaluate(LIVE, text))


def test_a_sentence_is_read_out_once(visit: Visit) -> None:
    page = visit("/puzzles/drafti")
    expect(page.locator(".puzzle .status")).to_contain_text("to move and")
    assert read_out(page, "to move and") == 1
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".puzzle .status")).to_contain_text("Look at square")
    assert read_out(page, "Look at square") == 1
    page.goto("/puzzles/english/endings")
    expect(page.locator(".puzzle .status")).to_contain_text("to move and win")
    assert read_out(page, "to move and win") == 1
    page.goto("/learn/spanish")
    page.locator(".typed-move").fill("22-26")
    page.locator(".typed-move").press("Enter")
    expect(page.locator(".lesson .status")).to_contain_text("backward")
    assert read_out(page, "backward") == 1


def test_the_engine_is_not_read_out_while_it_thinks(visit: Visit) -> None:
    page = visit("/analysis/spanish")
    page.get_by_role("button", name="Engine").click()
    expect(page.locator(".engine-facts")).to_contain_text("Depth")
    assert read_out(page, "Depth") == 0
    page.goto("/analysis/drafti?start=W:W22:B18")
    page.locator(".typed-move").fill("22x15")
    page.locator(".typed-move").press("Enter")
    expect(page.locator(".engine-facts")).to_contain_text("over")
    assert read_out(page, "The game is over here.") == 1
