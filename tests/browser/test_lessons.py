"""Lessons in a browser: every rule is tried on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.test_puzzles import picture, violations

from damero.application.lessons import Step, lesson

pytestmark = pytest.mark.slow


def touch(page: Page, *squares: str) -> None:
    for square in squares:
        page.locator(f'.lesson .square[data-square="{square}"]').click()


def solve(page: Page, game_id: str, step: Step) -> None:
    """Touches the squares of a right move, once the step is shown."""
    number = lesson(game_id).index(step) + 1
    expect(page.get_by_text(f"Step {number} of")).to_be_visible()
    touch(page, *step.position.read_move(min(step.goal)).squares)
    expect(page.locator(".lesson .status")).to_contain_text("Right!")


def go_on(page: Page) -> None:
    page.get_by_role("button", name="Next step").click()


def test_a_lesson_is_learned_from_wrong_tries_to_its_end(visit: Visit) -> None:
    game_id = "spanish"
    page = visit(f"/rules/{game_id}")
    page.get_by_role("link", name="Learn step by step").click()
    status, steps = page.locator(".lesson .status"), lesson(game_id)
    expect(page.get_by_role("heading", name="How a man moves")).to_be_visible()
    picture(page, "lesson")
    assert violations(page) == []
    touch(page, "22", "26")
    expect(status).to_contain_text("backward")
    picture(page, "lesson-why")
    for step in steps[:2]:
        solve(page, game_id, step)
        go_on(page)
    expect(page.get_by_role("heading", name="Captures are mandatory")).to_be_focused()
    touch(page, "32", "28")
    expect(status).to_contain_text("must capture")
    page.locator(".typed-move").fill("32-28")
    page.locator(".typed-move").press("Enter")
    expect(status).to_contain_text("must capture")
    page.locator(".typed-move").fill("22x15")
    page.locator(".typed-move").press("Enter")
    expect(status).to_contain_text("Right!")
    go_on(page)
    for step in steps[3:-1]:
        if step.id == "king_flies":
            touch(page, "29", "25")
            expect(status).to_contain_text("the task is another one")
            page.get_by_role("button", name="Try again").click()
        solve(page, game_id, step)
        go_on(page)
    solve(page, game_id, steps[-1])
    expect(page.get_by_text("You have finished the first steps")).to_be_visible()
    picture(page, "lesson-end")
    assert violations(page) == []
    page.goto("/learn")
    expect(page.get_by_role("link", name="Spanish draughts").first).to_contain_text(f"{len(steps)} of {len(steps)}")
    assert violations(page) == []
    picture(page, "learn")


@pytest.mark.parametrize("game_id", ["stratego", "banqi"])
def test_a_lesson_on_a_phone(visit: Visit, game_id: str) -> None:
    page = visit(f"/learn/{game_id}", phone=True, dark=True)
    steps = lesson(game_id)
    expect(page.get_by_text(f"Step 1 of {len(steps)}")).to_be_visible()
    picture(page, f"lesson-{game_id}-phone")
    assert violations(page) == []
    for step in steps[:-1]:
        solve(page, game_id, step)
        go_on(page)
    solve(page, game_id, steps[-1])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, f"lesson-{game_id}-phone-end")
    page.reload()
    expect(page.get_by_role("button", name="(done)")).to_have_count(len(steps))


def test_a_lesson_speaks_as_the_players_of_the_game_write_and_in_their_language(visit: Visit) -> None:
    page = visit("/learn/russian", locale="ru")
    status, steps = page.locator(".lesson .status"), lesson("russian")
    number, step = next((number, step) for number, step in enumerate(steps) if step.id == "king_flies")
    page.locator(".lesson-steps button").nth(number).click()
    expect(page.locator(".lesson-steps button").nth(number)).to_have_attribute("aria-current", "step")
    square = page.locator(".typed-move")
    square.fill("1-2")
    square.press("Enter")
    expect(status).to_contain_text(re.compile("[а-я]{3}"))
    expect(status).not_to_contain_text(re.compile(r"[a-z]{3}|\d\d"))
    other = next(move for move in step.position.legal_moves() if str(move) not in step.goal)
    touch(page, *other.squares)
    expect(status).to_contain_text(re.compile("[a-h][1-8]-[a-h][1-8]"))


def test_a_lesson_by_keyboard(visit: Visit) -> None:
    page = visit("/learn/english")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.locator('.lesson .square[data-square="22"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".lesson .status")).to_contain_text("Right!")
