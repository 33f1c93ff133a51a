"""Ways to make a move, and what is shown when there is none."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import CHAIN, choose, settle, square, status, touch, wait_for_turn


def chain(page: Page) -> None:
    """White to move at a triple capture, against somebody at the same board."""
    choose(page, "spanish", against="Two people here", start=CHAIN)
    assert wait_for_turn(page)


def played(page: Page, text: str) -> None:
    expect(page.locator(".ply").first).to_have_text(text)


def test_a_capture_hop_after_hop(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "30", "23")
    expect(square(page, "23")).to_have_attribute("aria-label", re.compile("^White man on 23, selected"))
    expect(square(page, "26")).to_have_attribute("aria-label", "26, empty")
    assert page.locator(".ply").count() == 0
    touch(page, "14", "5")
    played(page, "30x23x14x5")


@pytest.mark.slow
def test_a_capture_by_its_end_square(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "30", "5")
    played(page, "30x23x14x5")
    expect(page.locator(".gone")).to_have_count(3)


def test_a_capture_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    chain(page)
    square(page, "30").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".square:focus")).to_have_attribute("data-square", re.compile("25|26"))
    page.keyboard.press("Escape")
    square(page, "30").focus()
    page.keyboard.press("Enter")
    for target in ("23", "14", "5"):
        reach(page, target)
        page.keyboard.press("Enter")
    played(page, "30x23x14x5")


def reach(page: Page, target: str) -> None:
    """Goes to a square with the arrow keys, looking at where the focus is."""
    row, column = place(target)
    for _ in range(12):
        at_row, at_column = place(page.locator(".square:focus").get_attribute("data-square") or "1")
        if (at_row, at_column) == (row, column):
            return
        if at_row != row:
            page.keyboard.press("ArrowUp" if at_row > row else "ArrowDown")
        else:
            page.keyboard.press("ArrowLeft" if at_column > column else "ArrowRight")
    raise AssertionError(f"{target} cannot be reached with arrow keys.")


def place(name: str) -> tuple[int, int]:
    row, within = divmod(int(name) - 1, 4)
    return row, 2 * within + (row + 1) % 2


@pytest.mark.slow
def test_a_move_by_drag_and_drop(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", against="Two people here")
    assert wait_for_turn(page)
    square(page, "22").drag_to(square(page, "18"))
    played(page, "22-18")


def test_why_not_says_the_reason_and_marks_what_obliges(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "32", "28")
    expect(page.locator(".prompt")).to_contain_text("Why not? You must capture")
    assert page.locator(".oblige").count() > 0
    square(page, "32").drag_to(square(page, "27"))
    expect(page.locator(".prompt")).to_contain_text("must capture")
    touch(page, "30", "22")
    expect(page.locator(".prompt")).to_contain_text("Why not?")
    assert page.locator(".ply").count() == 0


@pytest.mark.slow
def test_a_move_waits_for_its_confirmation_if_that_is_wished(visit: Visit) -> None:
    page = visit()
    chain(page)
    settle(page, confirm=True)
    page.reload()
    touch(page, "30", "5")
    expect(page.locator(".prompt")).to_contain_text("Play 30x23x14x5?")
    page.get_by_role("button", name="No").click()
    assert page.locator(".ply").count() == 0
    touch(page, "30", "5")
    page.get_by_role("button", name="Yes").click()
    played(page, "30x23x14x5")


@pytest.mark.slow
def test_a_refused_move_is_taken_back(visit: Visit) -> None:
    """Another window of the same player moves first: what this one sends then is refused, and its board is true."""
    page = visit()
    choose(page, "drafti", against="Two people here")
    assert wait_for_turn(page)
    page.evaluate("""async () => {
      const id = location.pathname.split('/').pop();
      const body = JSON.stringify({command_id: 'other', text: '22-18'});
      await fetch(`/api/matches/${id}/moves`, {method: 'POST', body, headers: {'content-type': 'application/json'}});
    }""")
    played(page, "22-18")
    expect(square(page, "18")).to_have_attribute("aria-label", re.compile("White man on 18"))


@pytest.mark.slow
def test_moves_are_announced(visit: Visit) -> None:
    page = visit()
    chain(page)
    touch(page, "30", "5")
    spoken = page.locator(".unseen[role=status]")
    expect(spoken).to_contain_text("White plays 30x23x14x5. 3 pieces taken")


@pytest.mark.slow
def test_looking_back_and_returning_to_the_present(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", against="Two people here")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    touch(page, "9", "13")
    page.get_by_role("button", name="First position").click()
    expect(page.locator(".prompt")).to_contain_text("move 0 of 2")
    expect(square(page, "22")).to_have_attribute("aria-label", re.compile("White man on 22"))
    page.locator(".prompt").get_by_role("button", name="To the present").click()
    expect(square(page, "22")).to_have_attribute("aria-label", re.compile("22, empty"))
    expect(status(page)).to_have_text("White to move")
