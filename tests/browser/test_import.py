"""Games from elsewhere, and clocks of one's own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, settle, touch, wait_for_turn

pytestmark = pytest.mark.slow
PDN = """[Event "Test"]
[White "Ana"]
[Black "Ben"]
[GameType "20"]
[Result "*"]

1. 32-28 19-23 *
"""


def test_a_pasted_game_is_imported_and_replayed(both_sizes: Visit) -> None:
    page = both_sizes("/games")
    page.get_by_text("Import a game").click()
    page.get_by_label("PDN or record").fill(PDN)
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/replay/*")
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.get_by_text("Imported, unverified")).to_be_visible()


def test_the_review_of_an_imported_game_says_so(both_sizes: Visit) -> None:
    page = both_sizes("/games")
    page.get_by_text("Import a game").click()
    page.get_by_label("PDN or record").fill(PDN.replace("*", "2-0"))
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/replay/*")
    page.goto(page.url.replace("/replay/", "/review/"))
    expect(page.get_by_text("Imported, unverified")).to_be_visible()


def test_a_file_is_imported(both_sizes: Visit) -> None:
    page = both_sizes("/games")
    page.get_by_text("Import a game").click()
    page.get_by_label("Choose a file").set_input_files(
        {"name": "game.pdn", "mimeType": "text/plain", "buffer": PDN.encode()}
    )
    page.wait_for_url("**/replay/*")


DROP = """([text, name]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name));
  const event = new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true });
  document.querySelector("h1").dispatchEvent(event);
}"""


def drop(page: Page, text: str, name: str) -> None:
    page.goto("/games")
    page.locator(".import").wait_for()
    page.evaluate(DROP, [text, name])


@pytest.mark.parametrize("phone", [False, True])
def test_a_record_is_dropped_and_a_wrong_file_is_explained(visit: Visit, phone: bool) -> None:
    page = visit(phone=phone)
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_count(1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()
    played = page.url.split("/")[-1]
    record = page.evaluate("id => fetch(`/api/matches/${id}/record`).then((answer) => answer.text())", played)
    drop(page, record, "game.json")
    page.wait_for_url("**/replay/*")
    expect(page.locator(".ply")).to_have_text(["22-18"])
    assert played not in page.url
    problem = page.locator(".import [role=alert]")
    drop(page, PDN.replace("19-23", "19-99"), "game.pdn")
    expect(problem).to_be_visible()
    drop(page, "1. 32-28 19-23 " * 100_000, "games.pdn")
    expect(problem).to_have_text("This is too large to be accepted. Send less at once, for example a single game.")
    page.get_by_label("PDN or record").fill("  ")
    page.get_by_role("button", name="Import").click()
    expect(problem).to_be_hidden()


def test_a_game_is_played_with_a_clock_of_ones_own(both_sizes: Visit) -> None:
    page = both_sizes()
    settle(page)
    page.goto("/play/drafti")
    page.get_by_text("Same device", exact=True).click()
    page.get_by_label("Time per player").select_option("custom")
    variant = page.get_by_label("Variant").bounding_box()
    minutes = page.get_by_label("Minutes per player")
    assert variant is not None
    assert (box := minutes.bounding_box()) is not None
    assert box["y"] > variant["y"], "the numbers of the clock follow the choice of the clock"
    minutes.fill("7")
    page.get_by_label("Seconds added per move").fill("4")
    page.get_by_label("Seconds of delay per move").fill("3")
    page.get_by_role("button", name="Play", exact=True).click()
    assert wait_for_turn(page)
    expect(page.locator(".clock").first).to_have_text(re.compile("^7:00|^6:5"))
    page.goto("/games")
    expect(page.locator(".match-item").first).to_contain_text("7 min + 4 s, 3 s delay")
    page.goto("/play/drafti")
    expect(page.get_by_label("Seconds of delay per move")).to_have_value("3")


def test_days_per_move_are_remembered_as_days(visit: Visit) -> None:
    page = visit()
    settle(page)
    page.goto("/play/drafti")
    page.get_by_text("Friend", exact=True).click()
    page.get_by_label("Time per player").select_option("custom")
    page.get_by_label("Or days per move").fill("5")
    expect(page.get_by_label("Minutes per player")).to_be_disabled()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    page.goto("/play/drafti")
    expect(page.get_by_label("Or days per move")).to_have_value("5")
    expect(page.get_by_label("Minutes per player")).to_have_value("15")
