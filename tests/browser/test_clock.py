"""Clocks in the browser: they run, and a game ends when time runs out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import settle, status, touch, wait_for_turn

pytestmark = pytest.mark.slow
CREATE_MATCH = """async ({base, moves}) => {
  const body = JSON.stringify({command_id: 'clock', game: 'drafti', opponent: 'here', clock: {base, increment: 0}});
  const headers = {'content-type': 'application/json'};
  const answer = await fetch('/api/matches', {method: 'POST', body, headers});
  const {id} = (await answer.json()).match;
  for (const text of moves) {
    const played = JSON.stringify({command_id: text, text});
    await fetch(`/api/matches/${id}/moves`, {method: 'POST', body: played, headers});
  }
  return id;
}"""


def start_game(page: Page, seconds: int, *moves: str) -> None:
    """Start a game with less time than the play page offers, and with these moves played at once."""
    settle(page)
    expect(page.locator(".account-link")).not_to_be_empty()
    page.goto(f"/match/{page.evaluate(CREATE_MATCH, {'base': seconds * 1000, 'moves': moves})}")
    wait_for_turn(page)


def clock_of(page: Page, seat: str) -> str:
    return page.locator(f'.clock[aria-label*="{seat}"]').get_attribute("aria-label") or ""


def test_only_the_clock_of_the_player_to_move_runs(visit: Visit) -> None:
    page = visit("/")
    start_game(page, 300)
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_count(1)
    touch(page, "9", "13")
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator(".clock.running")).to_have_attribute("aria-label", re.compile("White"))
    white, black = clock_of(page, "White"), clock_of(page, "Black")
    expect(page.locator(".clock.running")).not_to_have_attribute("aria-label", white)
    assert clock_of(page, "Black") == black


def test_a_clock_that_runs_out_ends_the_game(visit: Visit) -> None:
    page = visit("/")
    start_game(page, 8, "22-18")
    expect(page.locator(".ply")).to_have_count(1)
    expect(status(page)).to_have_text("Black ran out of time. White wins.")
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    assert page.locator(".movable, .forced").count() == 0
