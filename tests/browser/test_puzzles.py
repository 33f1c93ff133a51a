"""Solving puzzles in a browser."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Visit

from damero.domain.catalogue import game
from damero.domain.game import Move, Position
from damero.domain.puzzle import Puzzle, Theme, solver_of
from damero.engines.puzzles.shipped import puzzles_of

pytestmark = pytest.mark.slow
GAME = "drafti"
LONGEST_LINE = 4_000
"""Milliseconds. A refutation that was still being shown when the puzzle was opened again must not touch its board."""
SERIOUS = {"serious", "critical"}


def a_puzzle() -> Puzzle:
    """With two moves of the solver, so that one of them is answered."""
    return next(puzzle for puzzle in puzzles_of(GAME) if len(puzzle.solution) == 3 and len(puzzle.solution[2]) == 1)


def a_wrong_move(puzzle: Puzzle) -> Move:
    moves = puzzle.start_position().legal_moves()
    return next(move for move in moves if str(move) not in puzzle.solution[0])


def picture(page: Page, name: str) -> None:
    """For people: written if the environment names a folder."""
    folder = os.environ.get("DAMERO_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def touch(page: Page, squares: tuple[str, ...]) -> None:
    for square in squares:
        page.locator(f'.puzzle .square[data-square="{square}"]').click()


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in SERIOUS]


def test_a_puzzle_is_tried_refuted_and_solved(visit: Visit) -> None:
    puzzle = a_puzzle()
    page = visit(f"/puzzles/at/{puzzle.id}")
    status = page.locator(".puzzle .status")
    expect(status).to_contain_text("to move and")
    expect(page.locator(".puzzle-side")).to_contain_text("Drafti · Difficulty")
    expect(page.locator(".puzzle-side")).to_contain_text("With a hint, the puzzle counts as not solved.")
    picture(page, "puzzle")
    page.get_by_role("button", name="Hint").click()
    expect(status).to_contain_text("Look at square")
    expect(page.locator(".puzzle .shapes .circle")).to_have_count(1)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".puzzle .shapes .arrow")).not_to_have_count(0)
    expect(status).to_contain_text(f"The move is {puzzle.solution[0][0]}")
    start = puzzle.start_position()
    touch(page, a_wrong_move(puzzle).squares)
    expect(status).to_contain_text("is not the solution")
    picture(page, "refuted")
    page.get_by_role("button", name="Try again").click()
    expect(status).to_contain_text("to move and")
    page.wait_for_timeout(LONGEST_LINE)
    first = start.read_move(puzzle.solution[0][0])
    touch(page, first.squares)
    expect(status).to_contain_text("is right")
    expect(page.locator(".typed-move")).to_be_enabled()
    last = page.locator(".typed-move")
    last.fill(puzzle.solution[2][0])
    last.press("Enter")
    expect(status).to_contain_text("Solved!")
    expect(page.locator(".puzzle-results")).to_contain_text("Solved 0 of 1")
    assert violations(page) == []
    analysis = page.locator(".puzzle-side").get_by_role("link", name="Analyse").get_attribute("href")
    assert analysis is not None
    picture(page, "solved")
    page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(status).to_contain_text("to move and")
    expect(page.locator(".puzzle .square:focus")).to_have_count(1)
    page.goto(analysis)
    expect(page.locator(".analysis .status")).to_contain_text(f"{solver_of(puzzle).capitalize()} to move")


def test_the_next_puzzle_comes_after_requests_that_failed(visit: Visit) -> None:
    puzzle = a_puzzle()
    page = visit()
    lost: list[Route] = []

    def lose_two(route: Route) -> None:
        """The request in advance, and the one that was made in its place."""
        if len(lost) == 2:
            return route.continue_()
        lost.append(route)
        return route.abort("internetdisconnected")

    page.route("**/api/puzzles/next?*", lose_two)
    page.goto(f"/puzzles/at/{puzzle.id}")
    status = page.locator(".puzzle .status")
    expect(status).to_contain_text("to move and")
    touch(page, a_wrong_move(puzzle).squares)
    expect(status).to_contain_text("is not the solution")
    page.get_by_role("button", name="Next puzzle").click()
    expect(status).to_contain_text("server cannot be reached")
    page.get_by_role("button", name="Next puzzle").click()
    expect(status).to_contain_text("to move and")
    assert len(lost) == 2


def test_moves_are_told_as_the_players_of_the_game_write_them(visit: Visit) -> None:
    page = visit(f"/puzzles/at/{puzzles_of('russian')[0].id}")
    status = page.locator(".puzzle .status")
    page.get_by_role("button", name="Hint").click()
    expect(status).to_contain_text(re.compile("square [a-h][1-8]"))
    page.get_by_role("button", name="Hint").click()
    expect(status).to_contain_text(re.compile("is [a-h][1-8][-:][a-h][1-8]"))


def test_a_fight_is_answered_by_its_odds(visit: Visit) -> None:
    puzzle = next(puzzle for puzzle in puzzles_of("barrage") if Theme.FIGHT in puzzle.themes)
    page = visit(f"/puzzles/at/{puzzle.id}", phone=True, dark=True)
    status = page.locator(".puzzle .status")
    expect(status).to_contain_text("Fight or not?")
    label = page.locator(".puzzle .odds-label").first
    expect(label).to_be_visible()
    attack = puzzle.start_position().read_move(puzzle.solution[0][0])
    unknown, square = page.locator(".puzzle .odds-label"), page.locator(f'.square[data-square="{attack.squares[1]}"]')
    boxes = [unknown.nth(number).bounding_box() for number in range(unknown.count())]
    at = square.bounding_box()
    assert at is not None
    assert any(box and abs(box["x"] - at["x"]) < 3 and abs(box["y"] - at["y"]) < 3 for box in boxes), (boxes, at)
    touch(page, attack.squares)
    expect(status).to_contain_text("Solved!")
    expect(page.locator(".puzzle-side")).to_contain_text("of the time")
    page.locator(".odds summary").click()
    expect(page.locator(".odds-list li").first).to_be_visible()
    assert violations(page) == []
    picture(page, "fight-phone")


def test_a_run_and_the_trainer_on_a_phone(visit: Visit) -> None:
    page = visit(f"/puzzles/{GAME}/timed", phone=True)
    expect(page.locator(".run-score")).to_contain_text("seconds left")
    page.set_viewport_size({"width": 360, "height": 640})
    task, menu = page.locator(".puzzle .status").bounding_box(), page.locator(".tabs").bounding_box()
    assert task is not None
    assert menu is not None
    assert task["y"] + task["height"] <= menu["y"], "the task is in sight while the time runs"
    picture(page, "timed-phone")
    assert violations(page) == []
    page.get_by_text("Endgame trainer").click()
    expect(page.get_by_role("button", name="New position")).to_be_visible(timeout=60_000)
    expect(page.locator(".puzzle .status")).to_contain_text("to move and win")
    expect(page.locator(".puzzle-side")).to_contain_text("the rules make it a draw after")
    picture(page, "trainer-phone")
    page.goto("/puzzles/pool")
    expect(page.get_by_role("button", name="New position")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Streak")).to_have_count(0)
    page.goto("/")
    expect(page.locator(".daily-puzzle")).to_be_visible()
    page.locator(".daily-puzzle").scroll_into_view_if_needed()
    picture(page, "home-phone")
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator(".puzzle .status")).to_contain_text("to move and")


def test_the_puzzle_that_ended_a_streak_shows_its_solution(visit: Visit) -> None:
    page = visit()
    with page.expect_response("**/api/puzzle-runs") as began:
        page.goto(f"/puzzles/{GAME}/streak")
    puzzle = next(one for one in puzzles_of(GAME) if one.id == began.value.json()["puzzle"]["id"])
    expect(page.locator(".puzzle .status")).to_contain_text("to move and")
    touch(page, a_wrong_move(puzzle).squares)
    expect(page.get_by_role("button", name="Start again")).to_be_visible()
    page.get_by_role("button", name="Show solution").click()
    expect(page.locator(".puzzle .status")).to_contain_text(puzzle.solution[0][0])


def test_the_trainer_names_the_side_of_banqi_by_its_colour(visit: Visit) -> None:
    page = visit("/puzzles/banqi/endings")
    expect(page.locator(".puzzle .status")).to_have_text(re.compile("^(Red|Black) to move and"))


def a_new_ending(page: Page) -> tuple[Position, list[dict[str, Any]]]:
    """A position of the trainer and what the tables know of its moves."""
    with page.expect_response("**/api/endings") as answered:
        page.get_by_role("button", name="New position").click()
    start = answered.value.json()["start"]
    known = page.request.post("/api/analysis/endings", data={"game": GAME, "start": start}).json()["moves"]
    return game(GAME).read_position(start), known


def test_a_move_that_gives_the_win_away_is_taken_back_in_the_trainer(both_sizes: Visit) -> None:
    page = both_sizes(f"/puzzles/{GAME}/endings")
    status, facts = page.locator(".puzzle .status"), page.locator(".puzzle-side > p.muted")
    expect(facts).to_contain_text("the rules make it a draw after")
    position, known = a_new_ending(page)
    while all(move["result"] == "win" for move in known):
        position, known = a_new_ending(page)
    expect(status).to_contain_text("to move and win")
    told = facts.inner_text()
    wrong = next(move["move"] for move in known if move["result"] != "win")
    touch(page, position.read_move(wrong).squares)
    expect(status).to_contain_text("gives the win away")
    expect(facts).not_to_have_text(told)
    page.get_by_role("button", name="Take back").click()
    expect(status).to_contain_text("to move and win")
    expect(facts).to_have_text(told)
    touch(page, position.read_move(known[0]["move"]).squares)
    expect(status).to_have_text("The best move.")
    assert violations(page) == []
