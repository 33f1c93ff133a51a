"""What is copied, and what is said when nothing could be copied."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import PLAIN_HOST
from tests.browser.conftest import Visit
from tests.browser.playing import choose, wait_for_turn

pytestmark = pytest.mark.slow
NO_COPYING = "() => { document.execCommand = () => false; }"


def on_plain_http(visit: Visit, address: str) -> Page:
    page = visit(base=address.replace("127.0.0.1", PLAIN_HOST))
    assert page.evaluate("() => navigator.clipboard") is None
    return page


def pasted(page: Page) -> str:
    page.evaluate("() => document.body.append(Object.assign(document.createElement('input'), { id: 'paste' }))")
    page.locator("#paste").focus()
    page.keyboard.press("Control+v")
    text = page.locator("#paste").input_value()
    page.evaluate("() => document.querySelector('#paste').remove()")
    return text


def test_an_invitation_is_copied_on_plain_http(both_sizes: Visit, address: str) -> None:
    page = on_plain_http(both_sizes, address)
    choose(page, "drafti", against="Friend")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(page) == page.url


def test_nothing_is_called_copied_that_was_not(both_sizes: Visit, address: str) -> None:
    page = on_plain_http(both_sizes, address)
    choose(page, "drafti", against="Friend")
    page.evaluate(NO_COPYING)
    page.get_by_role("button", name="Copy link").click()
    field = page.locator("button + .address")
    expect(field).to_have_value(page.url)
    expect(field).to_be_focused()
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)


def test_links_to_a_result_and_to_a_move_are_copied(visit: Visit, address: str) -> None:
    page = on_plain_http(visit, address)
    choose(page, "drafti", seat="White")
    assert wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(page) == page.url.replace("/match/", "/replay/")
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Copy link to this move").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(page) == page.url


def test_the_link_to_an_analysis_is_copied(visit: Visit, address: str) -> None:
    page = on_plain_http(visit, address)
    page.goto("/analysis/drafti")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".share").get_by_text("Link copied.")).to_be_visible()
    assert "/analysis/drafti#tree=" in pasted(page)
