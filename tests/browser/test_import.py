"""Games from elsewhere, and clocks of one's own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.playing import settle, wait_for_turn

pytestmark = pytest.mark.slow
PDN = """[Event "Test"]
[White "Ana"]
[Black "Ben"]
[GameType "20"]
[Result "*"]

1. 32-28 19-23 *
"""


def test_a_pasted_game_is_imported_and_replayed(visit: Visit) -> None:
    page = visit("/games")
    page.get_by_text("Import a game").click()
    page.get_by_label("PDN or record").fill(PDN)
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/replay/*")
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.get_by_text("Imported, unverified")).to_be_visible()


def test_a_file_is_imported(visit: Visit) -> None:
    page = visit("/games")
    page.get_by_text("Import a game").click()
    page.get_by_label("File").set_input_files({"name": "game.pdn", "mimeType": "text/plain", "buffer": PDN.encode()})
    page.wait_for_url("**/replay/*")


def test_a_game_is_played_with_a_clock_of_ones_own(visit: Visit) -> None:
    page = visit()
    settle(page)
    page.goto("/play/drafti")
    page.get_by_text("Same device", exact=True).click()
    page.get_by_label("Time per player").select_option("custom")
    page.get_by_label("Minutes per player").fill("7")
    page.get_by_label("Seconds added per move").fill("4")
    page.get_by_role("button", name="Play", exact=True).click()
    assert wait_for_turn(page)
    expect(page.locator(".clock").first).to_have_text(re.compile("^7:00|^6:5"))
