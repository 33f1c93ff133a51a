"""Nothing is cut off, covered or moved about, on any screen."""

from __future__ import annotations

from io import BytesIO
from itertools import chain, pairwise, zip_longest

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, expect
from tests.browser.conftest import DESKTOP, Visit
from tests.browser.finished_games import finished_game
from tests.browser.playing import choose, labelled, resign, settle, touch, wait_for_turn

from damero.domain.catalogue import game as game_of

pytestmark = pytest.mark.slow

SMALL: ViewportSize = {"width": 360, "height": 640}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
VICTIMS = [
    *("scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel") * 2,
    *("general", "spy"),
]
MARSHAL = [*(f"a{row}" for row in range(4, 11)), *(f"{file}10" for file in "bcdefghij"), "j9"]
"""The way of a red marshal over the whole edge of the board; a blue piece stands on every square but the first."""
LIEUTENANT = [*(f"{file}1" for file in "bcdefghi"), *(f"{file}2" for file in "ihgfedcb")]


def massacre() -> tuple[str, list[str]]:
    """A start position and moves in which the marshal takes nine kinds of pieces."""
    victims = {square: f"blue-{kind}" for square, kind in zip(MARSHAL[1:], VICTIMS, strict=True)}
    others = {"a4": "red-marshal", "j3": "red-flag", "b1": "blue-lieutenant", "j8": "blue-flag"}
    red = [f"{start}x{end}" for start, end in pairwise(MARSHAL)]
    blue = [f"{start}-{end}" for start, end in pairwise(LIEUTENANT)]
    moves = [move for move in chain.from_iterable(zip_longest(red, blue)) if move is not None]
    return game_of("stratego").write_pieces(victims | others, "red"), moves[: 2 * len(red) - 1]


def height(place: Locator) -> int:
    box = place.bounding_box()
    assert box is not None
    return round(box["height"])


def left(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["x"]


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["phone", "desktop"])
def test_the_board_stays_where_it_is_however_many_pieces_are_captured(visit: Visit, size: ViewportSize) -> None:
    page = visit(phone=size == SMALL)
    page.set_viewport_size(size)
    settle(page)
    start, moves = massacre()
    page.goto(f"/match/{finished_game(page, 'stratego', moves, start=start)}")
    expect(page.locator(".captured-kind")).to_have_count(9)
    none, many = (height(bar) for bar in page.locator(".player-bar").all())
    assert none == many
    places = [left(kind) for kind in page.locator(".captured-kind .piece-icon").all()]
    assert all(later - earlier >= 12 for earlier, later in pairwise(places)), places
    assert places[-1] + 20 <= size["width"]


def test_every_opponent_can_be_chosen_on_a_small_phone_without_scrolling(visit: Visit) -> None:
    page = visit(phone=True)
    page.set_viewport_size(SMALL)
    for game in ("drafti", "stratego", "banqi", "international"):
        page.goto(f"/play/{game}")
        start = page.get_by_role("button", name="Play", exact=True).bounding_box()
        assert start is not None
        for choice in page.get_by_role("group", name="Opponent").locator("label").all():
            box = choice.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= start["y"], game


def sideways(visit: Visit, path: str) -> Page:
    page = visit(phone=True)
    page.set_viewport_size(SIDEWAYS)
    settle(page)
    page.goto(path)
    return page


def test_a_phone_on_its_side_shows_the_whole_board_of_a_replay_and_of_an_analysis(visit: Visit) -> None:
    page = sideways(visit, "/analysis/drafti")
    expect(page.locator("main .board")).to_be_in_viewport(ratio=0.99)
    page.goto(f"/replay/{finished_game(page, 'drafti', ['22-18'])}")
    expect(page.locator("main .board")).to_be_in_viewport(ratio=0.99)


def test_a_phone_on_its_side_shows_choices_below_the_preview_of_the_settings(visit: Visit) -> None:
    page = sideways(visit, "/settings")
    expect(page.locator(".previews .piece").first).to_be_attached()
    page.locator("input[value='ocean']").scroll_into_view_if_needed()
    assert height(page.locator(".previews")) <= SIDEWAYS["height"] / 2


def test_what_is_hidden_is_in_sight_on_a_desktop(visit: Visit) -> None:
    page = visit()
    choose(page, "banqi")
    assert wait_for_turn(page)
    expect(page.locator(".hidden-pieces")).to_be_in_viewport(ratio=0.99)


def is_scrolled(page: Page) -> bool:
    return bool(page.locator(".match-side").evaluate("side => side.scrollHeight > side.clientHeight"))


def by_one_square(piece: str, targets: list[str]) -> str:
    """A step that any rank can make, so that the piece gets a mark and is not known."""
    return min(targets, key=lambda target: abs(ord(target[0]) - ord(piece[0])) + abs(int(target[1:]) - int(piece[1:])))


def test_what_stands_beside_a_board_has_a_place_without_scrolling_on_a_desktop(visit: Visit) -> None:
    red, blue = visit(), visit()
    choose(red, "stratego", against="Friend", seat="Red")
    blue.goto(red.url)
    blue.get_by_role("button", name="Join game").click()
    for page in (red, blue):
        page.get_by_role("button", name="Random").click()
        page.get_by_role("button", name="Ready", exact=True).click()
    for page in (red, blue):
        assert wait_for_turn(page)
        piece = labelled(page, "en", "board.canMove")[0]
        touch(page, piece)
        touch(page, by_one_square(piece, labelled(page, "en", "board.target")))
    assert wait_for_turn(red)
    for name in (".typed", ".mark-legend", ".hidden-pieces", ".text-board-panel"):
        expect(red.locator(f".match-side {name}")).to_be_in_viewport(ratio=0.99)
    assert not is_scrolled(red)
    resign(red)
    blue.get_by_role("button", name="Rematch").click()
    expect(red.locator(".prompt")).to_contain_text("offers a rematch")
    assert not is_scrolled(red)
    assert height(red.locator(".moves")) >= 100


def brightest(place: Locator) -> int:
    """The brightest pixel, from 0 to 255."""
    with Image.open(BytesIO(place.screenshot())) as picture:
        return max(picture.convert("L").tobytes())


@pytest.mark.parametrize("phone", [False, True])
def test_the_shadow_of_the_board_does_not_fall_on_a_name(visit: Visit, phone: bool) -> None:
    page = visit(phone=phone, dark=True)
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    top, bottom = (brightest(name) for name in page.locator(".player-text strong").all())
    assert abs(top - bottom) <= 2
