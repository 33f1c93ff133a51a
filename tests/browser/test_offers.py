"""Offers, claims and the buttons of a match: between two browsers, and between two people at one device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import CHAIN, choose, name_of, resign, settle, square, status, touch, wait_for_turn
from tests.browser.test_pages import friends

from damero.domain import clock

pytestmark = pytest.mark.slow


def control(page: Page, name: str) -> tuple[int, int]:
    """The place of a button."""
    box = page.locator(".controls").get_by_role("button", name=name).bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"])


WATCH_COUNTDOWN = """() => {
  window.counted = new Set();
  const read = () => counted.add(document.querySelector('.countdown')?.textContent ?? 'none');
  new MutationObserver(read).observe(document.querySelector('.prompt'), {childList: true, subtree: true});
}"""


@pytest.mark.parametrize("claim", ["Claim win", "Claim draw"])
def test_an_abandoned_game_without_a_clock_is_claimed(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, claim: str
) -> None:
    monkeypatch.setattr(clock, "ABSENCE_UNTIMED", 7_000)
    white, black = friends(visit, phone=claim == "Claim draw")
    touch(white, "22", "18")
    assert wait_for_turn(black)
    white.evaluate(WATCH_COUNTDOWN)
    black.close()
    expect(white.locator(".prompt")).to_contain_text("has left")
    white.wait_for_function("() => [...counted].filter(text => /\\d/.test(text)).length > 1")
    white.get_by_role("button", name="Offer draw").click()
    white.get_by_role("button", name=claim).click()
    result = "Black left the game. You win." if claim == "Claim win" else "Draw: a player left the game."
    expect(status(white)).to_have_text(result)


@pytest.mark.parametrize("phone", [False, True])
def test_two_people_at_one_device_take_back_at_once(visit: Visit, phone: bool) -> None:
    page = visit(phone=phone)
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".ply")).to_have_count(0)
    touch(page, "21", "17")
    expect(page.locator(".ply")).to_have_text(["21-17"])


def test_what_was_revealed_at_one_device_cannot_be_taken_back(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "banqi", against="Same device")
    assert wait_for_turn(page)
    touch(page, "b3")
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()


def test_two_people_at_one_device_agree_to_a_draw_in_one_dialog(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    page.get_by_role("button", name="Offer draw").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Do both of you agree")
    dialog.get_by_role("button", name="No").click()
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_count(1)
    page.get_by_role("button", name="Offer draw").click()
    dialog.get_by_role("button", name="Yes").click()
    expect(status(page)).to_have_text("Draw by agreement.")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".ply")).to_have_count(0)
    assert wait_for_turn(page)


def test_two_people_at_one_device_play_a_rematch_of_a_dealt_game(visit: Visit) -> None:
    page = visit(phone=True)
    choose(page, "banqi", against="Same device")
    assert wait_for_turn(page)
    old = page.url
    resign(page)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != old)
    expect(page.locator(".result")).to_be_hidden()
    assert wait_for_turn(page)
    touch(page, "a1")
    expect(page.locator(".ply")).to_have_count(1)


def test_two_people_at_one_device_have_names_of_their_own(both_sizes: Visit) -> None:
    page = both_sizes()
    settle(page)
    page.goto("/play/stratego")
    page.get_by_text("Same device", exact=True).click()
    page.get_by_label("Name of Red").fill("Ana")
    page.get_by_label("Name of Blue").fill("Ben")
    page.get_by_role("button", name="Play", exact=True).click()
    for name in ("Ana", "Ben"):
        page.get_by_role("button", name=f"I am {name}").click()
        page.get_by_role("button", name="Random").click()
        page.get_by_role("button", name="Ready", exact=True).click()
    page.get_by_role("button", name="I am Ana").click()
    expect(page.locator(".player-text strong")).to_have_text(["Ben", "Ana"])
    page.goto("/games")
    expect(page.locator(".match-item").first).to_contain_text("Ana – Ben")


def test_no_capture_is_marked_after_a_takeback(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "spanish", against="Same device", start=CHAIN)
    assert wait_for_turn(page)
    touch(page, "30", "5")
    expect(page.locator(".captured")).to_have_count(3)
    expect(page.locator(".ply")).to_have_text(["30x23x14x5"])
    touch(page, "1", "6")
    expect(page.locator(".ply")).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.locator(".captured")).to_have_count(0)


def test_a_declined_offer_is_told_to_the_player_who_made_it(both_sizes: Visit) -> None:
    white, black = friends(both_sizes)
    touch(white, "22", "18")
    name = name_of(black)
    white.get_by_role("button", name="Offer draw").click()
    black.get_by_role("button", name="Decline").click()
    expect(white.locator(".prompt")).to_have_text(re.compile(f"{name} declined the draw"))
    white.locator(".prompt").get_by_role("button", name="Close").click()
    expect(white.locator(".prompt")).to_be_empty()


def test_both_answers_to_an_offer_stand_side_by_side(visit: Visit) -> None:
    white, black = friends(visit, phone=True)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    black.get_by_role("button", name="Offer draw").click()
    answers = [white.locator(".prompt").get_by_role("button", name=name) for name in ("Decline", "Accept")]
    for answer in answers:
        expect(answer).to_be_in_viewport(ratio=0.99)
    tops = [answer.evaluate("button => button.getBoundingClientRect().top") for answer in answers]
    assert tops[0] == tops[1]


def test_every_control_keeps_its_place(visit: Visit) -> None:
    white, black = friends(visit)
    names = ("Take back", "Offer draw", "Abort", "Resign", "Flip board", "Sound")
    before = [control(white, name) for name in names]
    touch(white, "22", "18")
    assert wait_for_turn(black)
    touch(black, "9", "13")
    assert wait_for_turn(white)
    assert [control(white, name) for name in names] == before
    expect(white.locator(".controls").get_by_role("button", name="Abort")).to_be_disabled()
    white.get_by_role("button", name="Resign").click()
    confirm = white.get_by_role("dialog").get_by_role("button", name="Resign")
    expect(confirm).to_have_class("danger")
    confirm.click()
    expect(white.locator(".result")).to_contain_text("You lose")
    assert [control(white, name) for name in names] == before


@pytest.mark.parametrize("phone", [False, True])
def test_every_control_keeps_its_place_against_the_computer(visit: Visit, phone: bool) -> None:
    page = visit(phone=phone)
    choose(page, "drafti")
    assert wait_for_turn(page)
    buttons = page.locator(".controls button")
    places = "all => all.map(one => [one.textContent, one.offsetLeft, one.offsetTop - all[0].offsetTop])"
    steps = page.locator(".match-actions > .move-steps button")
    lefts = "all => all.map(one => one.getBoundingClientRect().left)"
    before, steps_before = buttons.evaluate_all(places), steps.evaluate_all(lefts)
    assert len({top for _, _, top in before}) == 2, "two rows"
    resign(page)
    expect(page.locator(".result")).to_be_visible()
    assert buttons.evaluate_all(places) == before
    assert steps.evaluate_all(lefts) == steps_before


def test_a_second_click_on_rematch_offers_nothing_in_the_new_game(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    resign(page)
    old = page.url
    box = page.get_by_role("button", name="Rematch").bounding_box()
    assert box is not None
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    page.wait_for_url(lambda url: url != old)
    expect(page.locator(".result")).to_be_hidden()
    assert wait_for_turn(page)
    page.mouse.click(*place)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(square(page, "22")).to_have_attribute("aria-label", re.compile("can move"))


def test_rematch_keeps_its_place_while_the_other_player_decides(both_sizes: Visit) -> None:
    white, black = friends(both_sizes)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    resign(black)
    places = "all => all.map(one => [one.textContent, one.offsetLeft, one.offsetTop - all[0].offsetTop])"
    buttons = [page.locator(".result .row > *") for page in (white, black)]
    for page in (white, black):
        expect(page.get_by_role("button", name="Rematch")).to_be_enabled()
    before = [row.evaluate_all(places) for row in buttons]
    old = white.url
    white.get_by_role("button", name="Rematch").dblclick()
    expect(white.locator(".prompt")).to_contain_text("You offered a rematch")
    expect(black.locator(".prompt")).to_contain_text("offers a rematch")
    assert white.url == old
    assert [row.evaluate_all(places) for row in buttons] == before
    expect(white.get_by_role("button", name="Rematch")).to_be_disabled()
    black.get_by_role("button", name="Rematch").click()
    expect(white).not_to_have_url(old)
    expect(black).to_have_url(white.url)


def test_the_result_card_says_who_won_and_why(both_sizes: Visit) -> None:
    white, black = friends(both_sizes)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    resign(black)
    expect(white.locator(".result").get_by_role("heading")).to_have_text("You win")
    expect(white.locator(".result p").first).to_have_text("Black resigned.")
    expect(white.locator(".result")).to_contain_text("1 move")
    expect(black.locator(".result")).to_contain_text("You lose")
    expect(white.locator(".result").get_by_role("link", name="New game")).to_be_visible()
