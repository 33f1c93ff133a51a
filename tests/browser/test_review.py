"""The review of a finished game in a browser."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.finished_games import finished_game
from tests.browser.playing import choose, settle, wait_for_turn

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Move, Position

pytestmark = pytest.mark.slow
SERIOUS = {"serious", "critical"}
BLUNDERS = [
    *("22-17", "9-14", "17-13", "14-18", "23x14", "10x17", "21x14", "12-16"),
    *("14-9", "5x14", "25-22", "1-5", "26-23", "16-20"),
]
"""White takes the wrong piece with the 7th ply and loses another with the 13th."""


def picture(page: Page, name: str) -> None:
    """For people: written if the environment names a folder."""
    folder = os.environ.get("DAMERO_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in SERIOUS]


def reviewed(page: Page, game_id: str, moves: list[str] | int) -> str:
    settle(page)
    match_id = finished_game(page, game_id, moves)
    page.goto(f"/review/{match_id}")
    expect(page.locator(".accuracy")).to_be_visible(timeout=60_000)
    return match_id


def test_a_game_is_reviewed_by_one_click_and_its_mistakes_are_solved_again(visit: Visit) -> None:
    page = visit()
    settle(page)
    match_id = finished_game(page, "russian", BLUNDERS)
    page.goto(f"/match/{match_id}")
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("progressbar", name="Progress of the review")).to_be_visible()
    expect(page.locator(".accuracy")).to_be_visible(timeout=60_000)
    expect(page.locator(".accuracy tbody tr").first).to_contain_text(re.compile(r"Accuracy\d+%\d+%"))
    expect(page.locator(".graph-dot").first).to_be_visible()
    picture(page, "review")
    mistake = page.locator(".review-list", has=page.get_by_role("heading", name="Mistakes")).locator("button").first
    mistake.click()
    expect(page.locator(".review-move")).to_contain_text("Better:")
    expect(page.locator(".review-move")).to_contain_text("After ")
    expect(page.locator(".shapes .arrow").first).to_be_attached()
    shown = page.url
    page.locator(".graph-area").click(position={"x": 5, "y": 20})
    expect(page.locator(".status")).to_contain_text(re.compile("^(Move )?0"))
    expect(page).not_to_have_url(shown)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("1")
    assert violations(page) == []
    learn(page)
    page.goto(f"/review/{match_id}")
    expect(page.locator(".accuracy")).to_be_visible()


def _read(position: Position, text: str) -> Move | None:
    try:
        return position.read_move(text)
    except DameroError:
        return None


def learn(page: Page) -> None:
    """Tries the move that was played, which is wrong, and then the engine's."""
    page.get_by_role("button", name="Learn from mistakes: White").click()
    status = page.locator(".trainer .status")
    expect(status).to_contain_text("Find a better move")
    text = status.inner_text()
    played = re.search(r"you played (\S+)\.", text)
    assert played is not None
    position, wrong = game("russian").initial(), None
    for move in BLUNDERS:
        wrong = position.read_move(move)
        if position.to_move == "white" and wrong == _read(position, played[1]):
            break
        position = position.play(move)
    assert wrong is not None
    for square in wrong.squares:
        page.locator(f'.trainer .square[data-square="{square}"]').click()
    expect(status).to_contain_text("is not good enough")
    picture(page, "mistake")
    assert violations(page) == []
    page.get_by_role("button", name="Show the answer").click()
    expect(status).to_contain_text("The answer:")
    best = status.inner_text().split(": ")[1].split()[0]
    page.get_by_role("button", name="Back to the review").click()
    page.get_by_role("button", name="Learn from mistakes: White").click()
    expect(status).to_contain_text("Find a better move")
    for square in position.read_move(best).squares:
        page.locator(f'.trainer .square[data-square="{square}"]').click()
    expect(status).to_contain_text("Right!")
    page.get_by_role("button", name="Back to the review").first.press("Enter")
    expect(page.get_by_role("button", name="Learn from mistakes: White")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".trainer .square:focus")).to_have_count(1)
    page.get_by_role("button", name="Back to the review").first.click()
    expect(page.locator(".accuracy")).to_be_visible()


def test_a_review_of_stratego_shows_what_each_side_could_know_on_a_phone_too(visit: Visit) -> None:
    page = visit(phone=True, dark=True)
    reviewed(page, "barrage", 30)
    page.get_by_label("Perspective").select_option("red")
    expect(page.locator(".odds-label").first).to_be_visible()
    expect(page.locator(".odds summary")).to_be_visible()
    picture(page, "odds")
    expect(page.get_by_role("heading", name="Luck and decision")).to_be_visible()
    expect(page.locator(".review-list").last.locator("button").first).to_have_text(re.compile(r"\d [×x] "))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def flipped(page: Page) -> list[str]:
    """The flips in the list of moves, with their numbers: the first player begins with two actions."""
    rows = page.locator(".moves li")
    found = []
    for row in rows.all():
        number = row.locator(".move-number").inner_text().removesuffix(".")
        for side, cell in zip((".", "…"), row.locator("> :not(.move-number)").all_inner_texts(), strict=True):
            found += [f"{number}{side} {cell.strip()}"] if "=" in cell else []
    return found


def test_a_review_of_banqi_tells_luck_from_decision(visit: Visit) -> None:
    page = visit()
    reviewed(page, "banqi", 24)
    flips = page.locator(".review-list", has=page.get_by_role("heading", name="Luck and decision"))
    expect(flips.locator("li").first).to_contain_text(re.compile("expected .* came out .* luck .* decision"))
    for name, listed in zip(flips.locator("button").all_inner_texts(), flipped(page), strict=True):
        assert name == listed, "the lists number the moves alike"
    picture(page, "flips")
    assert violations(page) == []
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".analysis .status")).to_have_attribute("data-tone", "turn")
    expect(page.locator('.analysis .square[aria-label*="face-down" i]').first).to_be_visible()


def test_hints_show_the_square_then_the_move_and_are_counted_in_the_result(visit: Visit) -> None:
    page = visit(phone=True)
    choose(page, "drafti", seat="White")
    assert wait_for_turn(page)
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    notice = page.locator(".match-prompts .note[role=status]")
    expect(notice).to_contain_text("Look at square")
    expect(page.locator(".shapes .circle")).to_have_count(1)
    hint.click()
    expect(notice).to_contain_text("A good move is")
    expect(page.locator(".shapes .arrow").first).to_be_attached()
    picture(page, "hint")
    assert violations(page) == []
    page.reload()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_contain_text("1 hint")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()


def test_a_mistake_is_tried_again_against_the_computer_from_its_position(visit: Visit) -> None:
    page = visit()
    reviewed(page, "russian", BLUNDERS)
    page.get_by_role("slider").fill("7")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis/match/*")
    expect(page.locator(".tree [aria-current]")).to_be_visible()
    page.go_back()
    page.get_by_role("slider").fill("7")
    page.get_by_role("link", name="Try again from here").click()
    page.wait_for_url("**/play/russian?start=*opponent=engine*")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    expect(page.locator(".match-layout")).to_contain_text("from a position that somebody set up")
    assert wait_for_turn(page)
