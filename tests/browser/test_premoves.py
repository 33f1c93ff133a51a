"""Moves in advance and typed moves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, square, touch, wait_for_turn
from tests.browser.test_pages import friends

from damero.domain.catalogue import game as game_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("phone", [False, True])
def test_premoves_are_played_one_after_the_other(visit: Visit, phone: bool) -> None:
    white, black = friends(visit, phone=phone)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    touch(white, "18", "14", "21", "17")
    expect(square(white, "14")).to_have_attribute("aria-label", re.compile("White man on 14, premove"))
    expect(white.locator(".premove")).to_have_count(4)
    expect(black.locator(".ply")).to_have_count(1)
    touch(black, "12", "16")
    expect(black.locator(".ply")).to_have_text(["22-18", "12-16", "18-14"])


@pytest.mark.parametrize("phone", [False, True])
def test_a_premove_is_made_by_dragging(visit: Visit, phone: bool) -> None:
    white, black = friends(visit, phone=phone)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    square(white, "21").drag_to(square(white, "17"))
    expect(white.locator(".premove")).to_have_count(2)
    touch(black, "12", "16")
    expect(black.locator(".ply")).to_have_text(["22-18", "12-16", "21-17"])


@pytest.mark.parametrize("phone", [False, True])
def test_premoves_that_are_not_legal_are_all_dropped(visit: Visit, phone: bool) -> None:
    white, black = friends(visit, phone=phone)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    touch(white, "21", "5", "23", "19")
    expect(white.locator(".premove")).to_have_count(4)
    touch(black, "12", "16")
    assert wait_for_turn(white)
    expect(white.locator(".premove")).to_have_count(0)
    expect(white.locator(".ply")).to_have_count(2)


@pytest.mark.parametrize("phone", [False, True])
def test_a_tap_on_an_empty_square_cancels_premoves(visit: Visit, phone: bool) -> None:
    white, black = friends(visit, phone=phone)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    touch(white, "21", "17")
    expect(white.locator(".premove")).to_have_count(2)
    touch(white, "14")
    expect(white.locator(".premove")).to_have_count(0)


def test_a_game_with_hidden_pieces_has_no_premoves(visit: Visit) -> None:
    first, second = visit(), visit()
    choose(first, "banqi", against="Friend", seat="First")
    second.goto(first.url)
    second.get_by_role("button", name="Join game").click()
    assert wait_for_turn(first)
    touch(second, "a1", "a2")
    expect(second.locator(".premove")).to_have_count(0)


@pytest.mark.parametrize(("game", "text", "shown"), [("drafti", "22-18", "22-18"), ("russian", "c3-d4", "c3-d4")])
def test_a_move_is_typed_as_players_write_it(visit: Visit, game: str, text: str, shown: str) -> None:
    page = visit(phone=game == "russian")
    choose(page, game, against="Same device")
    assert wait_for_turn(page)
    page.get_by_label("Type a move").fill("h8-a1")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt")).to_contain_text(re.compile("."))
    page.get_by_label("Type a move").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".ply")).to_have_text([shown])
    expect(page.locator(".visually-hidden[role=status]")).to_contain_text(f"White plays {shown}")


def type_move(page: Page, text: str) -> None:
    page.get_by_label("Type a move").fill(text)
    page.keyboard.press("Enter")


def test_an_attack_and_a_flip_are_typed_by_their_squares(both_sizes: Visit) -> None:
    page = both_sizes()
    pieces = {"a1": "red-flag", "j10": "blue-flag", "b1": "red-miner", "i10": "blue-miner"}
    fighters = {"e5": "red-captain", "e6": "blue-lieutenant"}
    choose(page, "stratego", against="Same device", start=game_of("stratego").write_pieces(pieces | fighters, "red"))
    page.locator(".cover button").click()
    type_move(page, "e5-e6")
    expect(page.locator(".ply")).to_contain_text(["e5-e6 6\u00a0×\u00a05,\u00a06\u00a0wins"])
    choose(page, "banqi", against="Same device")
    assert wait_for_turn(page)
    type_move(page, "A1")
    expect(page.locator(".ply")).to_contain_text(["a1="])


def test_arrow_keys_step_through_the_game(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_count(1)
    assert wait_for_turn(page)
    touch(page, "9", "13")
    expect(page.locator(".ply")).to_have_count(2)
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".prompt")).to_contain_text("move 1 of 2")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".prompt")).to_be_empty()


def test_letters_are_on_the_board_in_the_list_and_in_the_labels(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "russian", against="Same device")
    assert wait_for_turn(page)
    labels = page.locator(".square[aria-label*='White man on c3']")
    expect(labels).to_have_count(1)
    edges = page.locator(".match-layout .edge-name").all_text_contents()
    assert "".join(edges[:8]) == "abcdefgh"
    labels.click()
    page.locator(".square[aria-label^='d4']").click()
    expect(page.locator(".ply")).to_have_text(["c3-d4"])


def test_why_not_and_refusals_name_squares_as_the_board_does(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "russian", against="Same device")
    assert wait_for_turn(page)
    for name in ("c3", "f6"):
        page.locator(f".square[aria-label*='{name}']").click()
    why = page.locator(".prompt")
    expect(why).to_contain_text("Square f6 is occupied.")
    page.locator(".square[aria-label*='c3']").click()
    page.locator(".square[aria-label*='e5']").click()
    expect(why).to_contain_text("The man on c3 cannot go to e5.")
    page.get_by_label("Type a move").fill("c3-e5")
    page.keyboard.press("Enter")
    expect(why).to_contain_text("The man on c3 cannot go to e5.")


def test_why_not_names_captures_as_the_board_does(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "russian", against="Same device", start="W:Wc3,a1:Bd4")
    assert wait_for_turn(page)
    for name in ("a1", "b2"):
        page.locator(f".square[aria-label*='{name}']").click()
    expect(page.locator(".prompt")).to_contain_text("c3 takes d4")
