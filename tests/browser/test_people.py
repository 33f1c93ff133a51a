"""Challenges, search, devices, live boards, imports with notes, and the offline page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.browser.conftest import DESKTOP, Visit
from tests.browser.playing import choose, name_of, resign, settle, wait_for_turn

from damero.languages import in_language
from damero.texts import Text

pytestmark = pytest.mark.slow
PASSWORD = "three blue herons"
UNNAMED = """[White "Ana"]
[Black "Ben"]
[Result "*"]

1. 32-28 19-23 *
"""


@pytest.mark.parametrize("phone", [False, True])
def test_a_player_is_challenged_by_name_and_answers_on_any_page(visit: Visit, phone: bool) -> None:
    ana, ben = visit("/lobby"), visit("/rules/spanish", phone=phone)
    settle(ana)
    settle(ben)
    ben_name, ana_name = name_of(ben), name_of(ana)
    for answer in ("Decline", "Accept"):
        challenge(ana, ben_name)
        expect(ana.locator(".invite")).to_contain_text(f"Waiting for {ben_name} to accept")
        received = ben.locator(".challenge")
        expect(received).to_contain_text(f"{ana_name} challenges you to")
        expect(ben.locator("[aria-live=polite]", has_text=f"{ana_name} challenges you").first).to_be_attached()
        expect(ben.locator(".tabs .badge:visible").first).to_contain_text("1")
        received.get_by_role("button", name=answer).click()
        expect(ben.locator(".challenge")).to_have_count(0)
        if answer == "Decline":
            expect(ana.locator(".result")).to_contain_text(f"{ben_name} did not accept the challenge.")
    ben.wait_for_url("**/match/*")
    assert ben.url == ana.url


def challenge(challenger: Page, name: str) -> None:
    challenger.goto("/play/drafti")
    challenger.get_by_text("Named player", exact=True).click()
    challenger.get_by_label("Name of the player").fill(name)
    challenger.get_by_role("button", name="Play", exact=True).click()
    challenger.wait_for_url("**/match/*")


WATCH_INERT = """() => new MutationObserver((changes) => {
  const panel = document.querySelector(".challenges");
  if (panel.querySelector(".challenge")) window.inertAtFirst ??= panel.inert;
}).observe(document.querySelector(".challenges"), { childList: true, subtree: true })"""


@pytest.mark.parametrize(
    "size", [{"width": 1280, "height": 800}, {"width": 360, "height": 640}], ids=lambda s: s["width"]
)
def test_a_challenge_during_a_game_moves_nothing(visit: Visit, size: ViewportSize) -> None:
    ana, ben = visit("/lobby"), visit(phone=size["width"] < 700)
    ben.set_viewport_size(size)
    settle(ana)
    choose(ben, "drafti", against="Computer", seat="White")
    assert wait_for_turn(ben)
    controls = (ben.locator(".match-layout .board"), ben.get_by_role("button", name="Resign"), ben.locator(".status"))
    before = [control.bounding_box() for control in controls]
    ben.evaluate(WATCH_INERT)
    challenge(ana, name_of(ben))
    decline = ben.locator(".challenge").get_by_role("button", name="Decline")
    expect(decline).to_be_visible()
    assert [control.bounding_box() for control in controls] == before
    assert ben.evaluate("() => window.inertAtFirst") is True, "a tap that was on its way answers nothing"
    decline.click()
    expect(ben.locator(".challenge")).to_have_count(0)
    assert [control.bounding_box() for control in controls] == before


def test_a_player_page_leads_to_a_challenge(both_sizes: Visit) -> None:
    ana, ben = both_sizes("/lobby"), both_sizes("/settings")
    name = name_of(ben)
    ben.get_by_role("link", name="My results").click()
    expect(ben.get_by_role("heading", name=name)).to_be_visible()
    expect(ben.get_by_text("Report this player")).to_have_count(0)
    ben.go_back()
    ana.goto(ben.get_by_role("link", name="My results").get_attribute("href") or "")
    ana.get_by_role("link", name="Challenge").click()
    expect(ana.get_by_label("Name of the player")).to_have_value(name)


def test_a_player_page_tells_others_what_happened_in_their_words(both_sizes: Visit) -> None:
    ana, ben = both_sizes(), both_sizes("/settings")
    choose(ana, "drafti", seat="White")
    assert wait_for_turn(ana)
    resign(ana)
    ana.goto("/settings")
    renamed = f"Renamed {name_of(ana)}"
    ana.get_by_label("Name", exact=True).fill(renamed)
    ana.get_by_role("button", name="Change name").click()
    expect(ana.locator(".account-link")).to_have_text(renamed)
    page = ana.get_by_role("link", name="My results").get_attribute("href") or ""
    for visitor, result in ((ana, "You resigned. You lose."), (ben, "White resigned. Black wins.")):
        visitor.goto(page)
        expect(visitor.locator(".results tbody tr")).to_have_text([re.compile("Drafti\\s*0\\s*0\\s*1")])
        expect(visitor.locator(".match-item")).to_contain_text(result)
        expect(visitor.locator(".match-item")).to_contain_text(renamed)


def test_an_invitation_is_withdrawn_before_the_seats_are_drawn(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "drafti", against="Friend")
    page.get_by_role("button", name="Abort").click()
    page.get_by_role("dialog").get_by_role("button", name="Abort").click()
    expect(page.locator(".result")).to_contain_text("aborted")
    page.goto("/games")
    expect(page.get_by_text("No games in progress.")).to_be_visible()
    page.get_by_role("link", name="New game").click()
    expect(page.locator(".home")).to_be_visible()


def test_finished_games_are_searched(both_sizes: Visit) -> None:
    page = both_sizes()
    for game in ("drafti", "russian"):
        choose(page, game, against="Computer")
        assert wait_for_turn(page)
        resign(page)
    page.goto("/games")
    finished = page.locator(".match-item", has=page.get_by_role("link", name="Replay"))
    expect(finished).to_have_count(2)
    page.locator("summary", has_text="Search").click()
    page.get_by_label("Game", exact=True).select_option("russian")
    expect(finished).to_have_count(1)
    page.get_by_label("Result").select_option("won")
    expect(page.get_by_text("No game fits this search.")).to_be_visible()
    page.get_by_label("Result").select_option("lost")
    page.get_by_label("Game", exact=True).select_option("")
    expect(finished).to_have_count(2)
    page.get_by_label("Opponent").fill("Nobody Known")
    page.get_by_label("Opponent").blur()
    expect(page.get_by_text("No game fits this search.")).to_be_visible()


def test_devices_are_listed_and_signed_out(visit: Visit) -> None:
    laptop, phone = visit("/settings"), visit("/settings", phone=True)
    for page, action in ((laptop, "Create account"), (phone, "Sign in")):
        page.get_by_label("Account name").fill("Pipit Tester")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name=action).click()
        expect(page.get_by_text("Signed in as Pipit Tester.")).to_be_visible()
    laptop.locator("summary", has_text="Signed-in devices").click()
    expect(laptop.locator(".session")).to_have_count(2)
    expect(laptop.locator(".session", has_text="This device")).to_contain_text("Chrome")
    laptop.get_by_role("button", name="Sign out all other devices").click()
    expect(laptop.locator(".session")).to_have_count(1)
    phone.reload()
    expect(phone.get_by_text("You are playing as a guest")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_the_start_page_shows_seeks_and_live_games_as_they_move(visit: Visit, phone: bool) -> None:
    home, white, black = visit("/", phone=phone), visit(), visit()
    fetched: list[str] = []
    home.on("request", lambda request: fetched.append(request.url) if "/api/matches/" in request.url else None)
    choose(white, "czech", against="Anyone", seat="White")
    row = home.locator(".open-seeks .match-item", has_text="Czech draughts")
    expect(row).to_be_visible()
    settle(black)
    black.goto(white.url)
    black.get_by_role("button", name="Join game").click()
    expect(row).to_have_count(0)
    board = home.locator(f'.live-board a[href="/match/{white.url.split("/")[-1]}"]')
    expect(board.locator(".piece").first).to_be_attached()
    assert wait_for_turn(white)
    where = "pieces => pieces.map(piece => piece.style.transform).join()"
    before = board.locator(".piece").evaluate_all(where)
    white.locator(".square.movable, .square[aria-label*='can move']").first.click()
    white.locator(".square[aria-label*='possible target']").first.click()
    home.wait_for_function(
        "([board, before]) => [...board.querySelectorAll('.piece')].map(p => p.style.transform).join() !== before",
        arg=[board.element_handle(), before],
    )
    own = [url for url in fetched if white.url.split("/")[-1] in url]
    assert own, "the board was fetched"
    assert all(url.endswith("?plies=1") for url in own), "without the whole record"


def public_game(white: Page, black: Page, game: str) -> str:
    """A game that anybody can watch; its address."""
    choose(white, game, against="Anyone", seat="White")
    black.goto(white.url)
    black.get_by_role("button", name="Join game").click()
    assert wait_for_turn(white)
    return f"/match/{white.url.split('/')[-1]}"


def test_the_list_of_live_games_keeps_the_focus(both_sizes: Visit, visit: Visit) -> None:
    watcher, white, black = both_sizes(), visit(), visit()
    settle(black)
    first = public_game(white, black, "drafti")
    watcher.clock.install()
    watcher.goto("/watch")
    watcher.locator(f'.match-list a[href="{first}"]').focus()
    second = public_game(white, black, "russian")
    watcher.clock.run_for(6_000)
    expect(watcher.locator(f'.match-list a[href="{second}"]')).to_be_visible()
    expect(watcher.locator(f'.match-list a[href="{first}"]')).to_be_focused()


def test_an_import_shows_notes_or_the_place_of_the_mistake(both_sizes: Visit) -> None:
    page = both_sizes("/games")
    page.get_by_text("Import a game").click()
    page.get_by_label("PDN or record").fill(UNNAMED.replace("19-23", "19-25"))
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".import [role=alert]")).to_contain_text(re.compile("Line 5"))
    page.get_by_label("PDN or record").fill(UNNAMED)
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".import-notes")).to_contain_text("Nothing names the game")
    page.get_by_role("link", name="Open the game").click()
    expect(page.locator(".ply")).to_have_count(2)


KEEP = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("keep rules");
  while (!(await caches.match("/rules"))) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


IS_KEPT_IN = """async (language) => {
  const page = await caches.match("/rules");
  return (await page?.text())?.includes(`lang="${language}"`);
}"""


def test_the_rules_are_kept_on_the_second_visit_only(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, viewport=DESKTOP)
    page = context.new_page()
    page.clock.install()
    page.goto("/offline.html")
    for visit, is_kept in (("first", False), ("second", True)):
        page.goto("/")
        expect(page.locator(".account-link")).to_have_text(re.compile("."))
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.clock.run_for(10_000)
        attempts = (page.wait_for_timeout(100) for _ in range(600 if is_kept else 5))
        found = any(page.evaluate("async () => (await caches.match('/rules')) !== undefined") for _ in attempts)
        assert found is is_kept, visit
    context.close()


def test_the_offline_page_offers_the_rules(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, viewport=DESKTOP)
    page = context.new_page()
    page.goto("/")
    page.evaluate(KEEP)
    page.wait_for_function("async () => (await caches.match('/api/games/spanish/rules')) !== undefined")
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.goto("/play/drafti")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.get_by_role("link", name="Spanish draughts", exact=True).click()
    expect(page.get_by_role("heading", name="Spanish draughts", level=1)).to_be_visible()
    context.close()


def test_the_offline_page_follows_the_language(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, viewport=DESKTOP, locale="es-ES")
    page = context.new_page()
    page.goto("/")
    page.evaluate(KEEP)
    page.wait_for_load_state("networkidle")
    page.locator(".language-switch").select_option("ru")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.evaluate(KEEP)
    page.wait_for_function(IS_KEPT_IN, arg="ru")
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.goto("/play/drafti")
    expect(page.get_by_role("heading", level=1)).to_have_text(in_language(Text("offline.title"), "ru"))
    title = in_language(Text("game_title.spanish"), "ru")
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.locator(".rules option:checked")).to_have_text(title)
    context.close()
