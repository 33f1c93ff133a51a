"""Addresses that lead nowhere say so, and pages without a game in their address begin with one."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.browser.conftest import DESKTOP, PHONE, TIMEOUT

pytestmark = pytest.mark.slow

SIZES = {"desktop": DESKTOP, "phone": PHONE}
MISSING = {
    "/match/nobody": "There is no such match.",
    "/verify/nobody": "There is no such match.",
    "/player/nobody": "There is no such player.",
    **dict.fromkeys(("/rules/go", "/learn/go", "/puzzles/go", "/editor/go"), "There is no page at this address."),
    **dict.fromkeys(("/verify", "/match", "/lobby/x", "/learn/drafti/x/y"), "There is no page at this address."),
}
"""The browser writes every answer 404 to its console, so these pages are not opened by `visit`."""


@pytest.mark.parametrize("size", SIZES)
def test_what_does_not_exist_is_not_found_and_leads_home(browser: Browser, address: str, size: str) -> None:
    viewport: ViewportSize = {"width": SIZES[size]["width"], "height": SIZES[size]["height"]}
    with browser.new_context(base_url=address, viewport=viewport, service_workers="block") as context:
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        for path, sentence in MISSING.items():
            page.goto(path)
            expect(page.locator("h1"), path).to_have_text("Page not found")
            expect(page.locator("main"), path).to_contain_text(sentence)
            expect(page.get_by_role("button", name="Try again"), path).to_have_count(0)
        page.get_by_role("link", name="Go to the start page").click()
        expect(page.locator(".home")).to_be_visible()


def test_pages_without_a_game_begin_with_the_one_that_the_visitor_knows(browser: Browser, address: str) -> None:
    with browser.new_context(base_url=address, service_workers="block") as context:
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        heading = partial(_heading, page)
        heading("/rules", "American checkers")
        heading("/play", "American checkers")
        page.evaluate("() => localStorage.setItem('damero.last_game', 'drafti')")
        heading("/rules", "Drafti")
        heading("/play", "Drafti")


def _heading(page: Page, path: str, game: str) -> None:
    page.goto(path)
    expect(page.locator("h1").first).to_have_text(re.compile(game))
