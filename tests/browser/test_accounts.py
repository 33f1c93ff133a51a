"""Accounts: sign up, in and out, change the name and the password, delete the account."""

from __future__ import annotations

import re
from itertools import count

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit

pytestmark = pytest.mark.slow
NUMBERS = count(1)
PASSWORD = "three blue herons"


def new_name(bird: str) -> str:
    """A name that no test before has taken."""
    return f"{bird} Tester {next(NUMBERS)}"


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text(f"Signed in as {name}.")).to_be_visible()


def test_the_header_shows_the_name_after_sign_up_out_and_in(both_sizes: Visit) -> None:
    page = both_sizes("/rules")
    account = page.locator(".account-link")
    expect(account).to_have_text(re.compile("."))
    account.click()
    expect(page.get_by_role("heading", name="Account")).to_be_in_viewport()
    name = new_name("Wren")
    sign_up(page, name)
    expect(account).to_have_text(name)
    page.get_by_role("button", name="Sign out").click()
    expect(account).not_to_have_text(name)
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")  # signs in, and creates no account by mistake
    expect(account).to_have_text(name)


def test_a_short_password_is_refused_in_plain_words(both_sizes: Visit) -> None:
    page = both_sizes("/settings")
    page.get_by_label("Account name").fill("Rook Tester")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_role("button", name="Create account").click()
    assert page.get_by_label("Password", exact=True).evaluate("input => input.validity.tooShort")
    expect(page.locator("main")).not_to_contain_text(re.compile("Expected|`str`|line 1"))
    expect(page.get_by_text("You are playing as a guest")).to_be_visible()


def test_the_keyboard_stays_in_the_account_after_a_change(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_label("Name", exact=True).fill("Kestrel By Key")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your name has been changed.")).to_be_visible()
    expect(page.locator("#account")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="My results")).to_be_focused()


def test_the_name_and_the_password_are_changed_and_the_account_is_deleted(both_sizes: Visit) -> None:
    page = both_sizes("/settings")
    sign_up(page, new_name("Lark"))
    renamed = new_name("Lark")
    page.get_by_label("Name", exact=True).fill(renamed)
    page.get_by_role("button", name="Change name").click()
    expect(page.locator(".account-link")).to_have_text(renamed)
    page.locator("summary", has_text="Change password").click()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("four green finches")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Your password has been changed.")).to_be_visible()
    page.locator("summary", has_text="Delete account").click()
    page.get_by_label("Password", exact=True).fill("four green finches")
    page.get_by_role("button", name="Delete account").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete account").click()
    expect(page.get_by_text("You are playing as a guest")).to_be_visible()


def test_a_language_that_the_account_cannot_keep_stays_in_this_browser(visit: Visit) -> None:
    page = visit("/settings")
    sign_up(page, new_name("Dunlin"))
    kept = "**/api/me/language"
    page.route(kept, lambda route: route.fulfill(status=503, json={"code": "STORE_UNAVAILABLE"}))
    page.locator(".language-switch").select_option("es")
    dialog = page.get_by_role("dialog", name="Your account could not keep this language.")
    dialog.get_by_role("button", name="Try again").click()
    dialog.get_by_role("button", name="No").click()
    expect(page.locator("main h1")).to_have_text("Ajustes")
    page.goto("/rules")
    expect(page.locator(".account-link")).to_have_text(re.compile("Dunlin"))
    assert page.evaluate("() => document.documentElement.lang") == "es"
    page.unroute(kept)
    with page.expect_response(kept) as answer:
        page.goto("/settings")
    assert answer.value.ok
    assert page.evaluate("() => fetch('/api/me').then((reply) => reply.json())")["language"] == "es"


def test_a_language_chosen_in_the_header_stays_and_follows_the_account_to_another_browser(visit: Visit) -> None:
    page = visit("/settings")
    sign_up(page, "Tern Tester")
    page.locator(".language-switch").select_option("es")
    expect(page.locator("main h1")).to_have_text("Ajustes")
    page.goto("/rules/spanish")
    expect(page.get_by_role("heading", name="Damas españolas", level=1)).to_be_visible()
    elsewhere = visit("/settings")
    expect(elsewhere.locator("main h1")).to_have_text("Settings")
    elsewhere.get_by_label("Account name").fill("Tern Tester")
    elsewhere.get_by_label("Password", exact=True).fill(PASSWORD)
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere.locator("main h1")).to_have_text("Ajustes")
    elsewhere.get_by_label("Idioma").last.select_option("")
    expect(elsewhere.locator("main h1")).to_have_text("Settings")
    assert elsewhere.evaluate("() => document.documentElement.lang") == "en"
