"""A phone with a 360 pixel wide touch screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import CHAIN, choose, resign, square, touch, wait_for_turn
from tests.browser.test_pages import friends

pytestmark = pytest.mark.slow

SMALL: ViewportSize = {"width": 360, "height": 640}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
PAGES = ("/", "/play/drafti", "/lobby", "/watch", "/games", "/rules/banqi", "/settings", "/editor/drafti")


def overflow(page: Page) -> int:
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_no_page_is_wider_than_the_screen(visit: Visit) -> None:
    page = visit(phone=True)
    for path in PAGES:
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        assert overflow(page) <= 0, path


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


def test_an_answer_to_why_not_is_in_sight_on_a_small_phone(visit: Visit) -> None:
    page = visit(phone=True)
    page.set_viewport_size(SMALL)
    choose(page, "spanish", against="Same device", start=CHAIN)
    assert wait_for_turn(page)
    touch(page, "32", "28")
    expect(page.locator(".prompt .why")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(
    ("path", "control"),
    [
        ("/play/drafti", ".play-form legend"),
        ("/editor/drafti", ".tray-item"),
        ("/puzzles/drafti", ".puzzle-side .status"),
    ],
)
def test_a_phone_on_its_side_shows_the_board_and_the_controls_next_to_it(visit: Visit, path: str, control: str) -> None:
    page = visit(phone=True)
    page.set_viewport_size(SIDEWAYS)
    page.goto(path)
    expect(page.locator(control).first).to_be_in_viewport()
    box = page.locator("main .board").first.bounding_box()
    assert box is not None
    assert box["height"] >= 240
    expect(page.locator("main .board").first).to_be_in_viewport(ratio=0.99)


def test_pieces_are_out_of_reach_while_the_device_is_handed_over(visit: Visit) -> None:
    page = visit(phone=True)
    page.set_viewport_size(SMALL)
    choose(page, "stratego", against="Same device")
    cover = page.locator(".editor .cover")
    show = cover.get_by_role("button", name="Show the board")
    outer, inner = cover.bounding_box(), show.bounding_box()
    assert outer is not None
    assert inner is not None
    assert inner["y"] + inner["height"] + 4 <= outer["y"] + outer["height"]
    assert page.locator(".editor .tray").evaluate("tray => tray.inert")
    show.click()
    page.get_by_role("button", name="Ready-made army").click()
    expect(page.get_by_role("button", name="Ready", exact=True)).to_be_enabled()


def test_controls_keep_their_places_when_something_is_asked(visit: Visit) -> None:
    white, black = friends(visit, phone=True)
    white.set_viewport_size(SMALL)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    resign = white.get_by_role("button", name="Resign")
    place = "button => button.getBoundingClientRect().top + scrollY"
    before = resign.evaluate(place)
    black.get_by_role("button", name="Offer draw").click()
    expect(white.locator(".prompt")).to_be_in_viewport(ratio=0.99)
    assert resign.evaluate(place) == before
    white.locator(".prompt").get_by_role("button", name="Decline").click()
    expect(white.locator(".prompt")).to_be_hidden()
    assert resign.evaluate(place) == before


@pytest.mark.parametrize("screen", [SMALL, SIDEWAYS], ids=["upright", "sideways"])
def test_the_buttons_to_step_through_a_game_are_in_sight_with_its_board(visit: Visit, screen: ViewportSize) -> None:
    page = visit(phone=True)
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    page.set_viewport_size(screen)
    page.evaluate("scrollTo(0, 0)")
    back = page.get_by_role("button", name="Previous move")
    expect(page.locator(".match-layout .board")).to_be_in_viewport(ratio=0.99)
    expect(back).to_be_in_viewport(ratio=0.99)
    back.click()
    expect(page.locator(".prompt")).to_contain_text("move 0 of 1")
    expect(page.locator(".prompt")).to_be_in_viewport(ratio=0.99)
    page.get_by_role("button", name="Next move").click()
    expect(page.locator(".prompt")).to_be_hidden()
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".account-link")).to_be_in_viewport(ratio=0.99)
    page.goto(page.url.replace("/match/", "/replay/"))
    expect(back).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_role("slider")).to_be_visible()


def test_the_texts_of_the_controls_fit_beside_a_wide_board(visit: Visit) -> None:
    page = visit(phone=True)
    page.set_viewport_size(SIDEWAYS)
    choose(page, "banqi")
    assert wait_for_turn(page)
    for button in page.locator(".controls button").all():
        assert button.evaluate("button => button.scrollWidth <= button.clientWidth")


@pytest.mark.parametrize("game", ["checkers", "banqi"])
def test_the_end_position_stays_in_sight_above_the_result(visit: Visit, game: str) -> None:
    page = visit(phone=True)
    page.set_viewport_size(SMALL)
    choose(page, game, against="Same device")
    assert wait_for_turn(page)
    resign(page)
    expect(page.locator(".result h2")).to_be_in_viewport(ratio=0.99)
    hidden = (
        "board => document.querySelector('.top-bar').getBoundingClientRect().bottom - board.getBoundingClientRect().top"
    )
    assert page.locator(".board-holder").evaluate(hidden) <= (0 if game == "checkers" else 40)
    if game == "checkers":
        expect(page.locator(".board-holder")).to_be_in_viewport(ratio=0.99)
        expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=0.99)
