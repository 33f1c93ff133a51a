"""The analysis board in a browser."""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, settle

pytestmark = pytest.mark.slow
SERIOUS = {"serious", "critical"}
NOTED = '[GameType "21"]\n[White "Ana"]\n\n1. 11-15 {The best start.} 23-19 (22-18!? 15x22) 8-11 22-17 *\n'


def picture(page: Page, name: str) -> None:
    """For people: written if the environment names a folder."""
    folder = os.environ.get("DAMERO_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']} {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in SERIOUS]


def touch(page: Page, *squares: str) -> None:
    for square in squares:
        page.locator(f'.analysis .square[data-square="{square}"]').click()


def test_variations_are_tried_annotated_and_shared(visit: Visit) -> None:
    page = visit("/analysis/english")
    settle(page)
    page.reload()
    status, tree = page.locator(".analysis .status"), page.locator(".tree")
    expect(status).to_have_text("Black to move")
    touch(page, "11", "15")
    expect(status).to_have_text("White to move")
    page.locator(".typed-move").fill("23-19")
    page.locator(".typed-move").press("Enter")
    expect(tree).to_contain_text("23-19")
    page.locator(".typed-move").blur()
    page.keyboard.press("ArrowLeft")
    expect(tree.locator("[aria-current]")).to_have_text("11-15")
    touch(page, "22", "18")
    expect(tree.locator(".variations")).to_contain_text("22-18")
    page.get_by_role("button", name="Interesting move").click()
    expect(tree.locator("[aria-current]")).to_have_text("22-18 !?")
    page.get_by_label("Comment on this move").fill("Sharper.")
    page.get_by_label("Comment on this move").blur()
    expect(tree).to_contain_text("Sharper.")
    page.get_by_role("button", name="Promote variation").click()
    expect(tree.locator(".variations")).to_contain_text("23-19")
    page.wait_for_url("**#tree=*&at=2")
    page.keyboard.press("ArrowDown")
    expect(tree.locator("[aria-current]")).to_have_text("23-19")
    page.wait_for_url("**#tree=*&at=2_1.1")
    address = page.url
    assert violations(page) == []
    for kind, opening in (("PDN", b"[Result"), ("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("WebP", b"RIFF")):
        with page.expect_download() as downloading:
            page.get_by_role("button", name=kind).click()
        assert Path(downloading.value.path()).read_bytes().startswith(opening)
    other = visit(address.replace(address.split("/analysis")[0], ""))
    expect(other.locator(".tree")).to_have_text(tree.inner_text().replace("\n", ""), use_inner_text=False)
    expect(other.locator(".tree [aria-current]")).to_have_text("23-19")
    other.get_by_role("button", name="Delete from here").click()
    expect(other.locator(".variations")).to_have_count(0)
    other.locator(".typed-move").fill("9-4")
    other.locator(".typed-move").press("Enter")
    expect(other.locator(".analysis .status")).to_have_attribute("data-tone", "warn")


def test_moves_and_downloads_that_came_too_soon_are_asked_for_again(visit: Visit) -> None:
    page = visit("/analysis/spanish")
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if route.request.url in refused:
            return route.continue_()
        refused.append(route.request.url)
        problem = {"status": 429, "code": "TOO_MANY_REQUESTS", "detail": "Too soon.", "retry_after": 10}
        return route.fulfill(status=429, content_type="application/problem+json", body=json.dumps(problem))

    for path in ("lines", "pdn"):
        page.route(f"**/api/analysis/{path}", refuse_once)
    touch(page, "22", "18")
    expect(page.locator(".tree [aria-current]")).to_have_text("22-18")
    with page.expect_download():
        page.get_by_role("button", name="PDN").click()
    assert len(refused) == 2


def test_the_engine_and_the_tables_give_their_opinion(visit: Visit) -> None:
    page = visit("/analysis/spanish", dark=True)
    settle(page)
    page.reload()
    page.get_by_role("button", name="Engine").click()
    expect(page.locator(".engine-lines li")).to_have_count(3)
    expect(page.locator(".engine-facts")).to_contain_text("Depth")
    expect(page.locator(".board .shapes .arrow")).not_to_have_count(0)
    page.get_by_role("combobox", name="Lines").select_option("5")
    expect(page.locator(".engine-lines li")).to_have_count(5)
    picture(page, "engine-dark")
    best = page.locator(".engine-lines .ply").first
    text = best.evaluate("button => { const text = button.innerText; button.click(); return text; }")
    expect(page.locator(".tree [aria-current]")).to_have_text(text)
    page.get_by_label("Threat").check()
    expect(page.locator(".engine-facts")).to_contain_text("Depth")
    expect(page.locator(".engine-lines span.ply").first).to_be_visible()
    assert violations(page) == []
    page.goto("/analysis/spanish?start=W:WK6,K13,K29:BK3")
    expect(page.locator(".endings li").first).to_contain_text("Win", timeout=60_000)
    assert page.locator(".endings li").count() > 5
    page.reload()  # an analysis that began before the tables were built does not know them
    expect(page.locator(".engine-score").first).to_contain_text("White wins")
    picture(page, "tables-dark")
    page.locator(".endings .ply").first.click()
    expect(page.locator(".tree [aria-current]")).to_be_visible()
    assert violations(page) == []


def test_games_are_opened_from_texts_the_editor_and_finished_matches(visit: Visit) -> None:
    page = visit("/analysis/drafti")
    settle(page)
    page.get_by_text("Open a game or a position").click()
    page.get_by_label("A game as PDN").fill("nonsense")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".open-form [role=alert]")).to_be_visible()
    page.get_by_label("A game as PDN").fill(NOTED)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".tree")).to_contain_text("The best start.")
    expect(page.locator(".tree .variations")).to_contain_text("22-18 !?")
    picture(page, "opened")
    page.goto("/editor/drafti?start=W:W22:B1,18")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".analysis .status")).to_have_text("White to move")
    expect(page.locator('.analysis .square[aria-label*=" on "]')).to_have_count(3)
    choose(page, "drafti", seat="White", start="W:W22:B18")
    page.locator('.match-layout .square[data-square="22"]').click()
    page.locator('.match-layout .square[data-square="15"]').click()
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".analysis .status")).to_contain_text("White")
    expect(page.locator(".tree")).to_contain_text("22x15")
    page.goto("/games")
    expect(page.get_by_role("link", name="Analyse").first).to_be_visible()
    picture(page, "games")


def test_the_openings_of_finished_games_are_explored(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", seat="White")
    page.locator('.match-layout .square[data-square="21"]').click()
    page.locator('.match-layout .square[data-square="17"]').click()
    page.wait_for_selector(".movable, .forced")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Analyse").click()
    page.get_by_text("Openings", exact=True).click()
    expect(page.locator(".openings li").first).to_be_visible()
    page.get_by_text("People here").click()
    expect(page.locator(".openings")).to_contain_text("No game reached this position.")
    page.get_by_text("With engines here").click()
    expect(page.locator(".openings .ply").first).to_have_text("21-17")
    picture(page, "openings")
    assert violations(page) == []
    page.get_by_role("combobox", name="Level").select_option("5")
    expect(page.locator(".openings")).to_contain_text("No game reached this position.")
    page.get_by_role("combobox", name="Level").select_option("1")
    page.locator(".openings .ply").first.click()
    expect(page.locator(".tree [aria-current]")).to_have_text("21-17")


def test_a_finished_game_with_hidden_pieces_is_seen_with_the_eyes_of_a_seat(visit: Visit) -> None:
    page = visit()
    choose(page, "barrage", seat="Red")
    page.get_by_role("button", name="Ready-made army").click()
    page.get_by_role("button", name="Ready", exact=True).click()
    page.wait_for_selector(".movable")
    cells = page.locator(".match-layout .square")
    movable = cells.evaluate_all("all => all.find(c => c.ariaLabel.includes('can move')).dataset.square")
    page.locator(f'.match-layout .square[data-square="{movable}"]').click()
    target = cells.evaluate_all("all => all.find(c => c.ariaLabel.includes('possible target')).dataset.square")
    page.locator(f'.match-layout .square[data-square="{target}"]').click()
    page.wait_for_selector(".movable")
    first = page.locator(".moves .ply").first.inner_text()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis/match/*")
    expect(page.get_by_label("Perspective")).to_have_value("red")
    expect(page.locator(".tree .ply").first).to_have_text(first)
    unknown = page.locator('.analysis .square[aria-label*="unknown" i]')
    expect(unknown).to_have_count(8)
    page.get_by_role("button", name="Engine").click()
    expect(page.locator(".engine-lines li").first).to_be_visible()
    picture(page, "barrage")
    page.get_by_label("Perspective").select_option("blue")
    expect(page.locator(".engine-facts")).to_contain_text("when Blue is to move")
    expect(unknown).to_have_count(8)
    assert violations(page) == []


def test_the_board_on_a_phone(visit: Visit) -> None:
    page = visit("/analysis/russian", phone=True)
    settle(page)
    page.reload()
    touch(page, "22", "18")
    expect(page.locator(".analysis .status")).to_have_text("Black to move")
    expect(page.locator(".tree")).to_contain_text("c3-d4")
    page.get_by_role("button", name="Engine").click()
    expect(page.locator(".engine-lines .ply").first).to_have_text(re.compile("^[a-h][1-8][-:][a-h][1-8]"))
    expect(page.locator(".engine-lines")).not_to_contain_text(re.compile(r"\d\d-\d"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bar, board = page.locator(".evaluation-bar").bounding_box(), page.locator(".analysis .board").bounding_box()
    assert bar is not None
    assert board is not None
    assert board["x"] - bar["x"] - bar["width"] < 8, "the bar stands beside the board, which fills the width"
    picture(page, "phone")
    assert violations(page) == []
    for width, height in ((390, 844), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        picture(page, f"phone-{width}")


def test_the_engine_begins_at_once_over_a_connection_that_stands(visit: Visit) -> None:
    page = visit("/analysis/spanish")
    switch = page.get_by_role("button", name="Engine")
    with page.expect_websocket(lambda socket: "/ws/analysis" in socket.url):
        switch.focus()
    page.clock.install()
    page.clock.pause_at(datetime.now(tz=UTC) + timedelta(hours=1))
    switch.press("Enter")
    expect(page.locator(".engine-lines li").first).to_be_visible()
