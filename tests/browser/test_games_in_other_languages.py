"""Whole games by people whose browser asks for another language: nothing that they meet is in English."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.finished_games import finished_game
from tests.browser.playing import play_to_the_end, settle
from tests.browser.test_languages import page_names
from tests.languages.vocabulary import in_english, words_of

from damero.texts import catalogue, languages

pytestmark = pytest.mark.slow

COLLECT = """() => {
  const told = new Set();
  const skipped = "[data-verbatim], .account-link, .language-switch, script, noscript, style";
  const tell = (text) => {
    if (!text || told.has(text)) return;
    told.add(text);
    window.collected(text);
  };
  const names = ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription"];
  const look = (node) => {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest(skipped)) return;
    if (node instanceof Text) return tell(node.data.trim());
    for (const name of names) tell(element.getAttribute(name));
    node.childNodes.forEach(look);
  };
  new MutationObserver((changes) => {
    tell(document.title);
    changes.forEach(({ target, addedNodes }) => [target, ...addedNodes].forEach(look));
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: names });
}"""
"""Hands over every text once, even one that is shown for a moment only."""


def collected(page: Page) -> set[str]:
    """All texts that the page shows or tells from now on."""
    found: set[str] = set()
    page.expose_function("collected", lambda text: found.add(text))
    page.add_init_script(f"({COLLECT})()")
    return found


LANGUAGE_NAMES = words_of(catalogue(code).name for code in languages())
"""They stay as they are."""


def start(page: Page, game: str) -> None:
    """From the start page to a game against the computer that makes no plans."""
    settle(page)
    page.goto("/")
    expect(page.locator("main h1")).to_be_visible()
    page.goto(f"/play/{game}")
    page.locator('label:has(input[value="engine"])').click()
    page.locator(".levels label").first.click()
    page.locator(".play-form > button").click()
    page.wait_for_url("**/match/*")


def look_back(page: Page, game: str) -> None:
    """The result, the replay and the rules."""
    page.locator('.result a[href^="/replay/"]').click()
    expect(page.locator(".replay")).to_be_visible()
    page.goto(f"/rules/{game}")
    expect(page.locator("main article h2").first).to_be_visible()


@pytest.mark.parametrize(
    ("code", "locale", "game", "phone"),
    [("es", "es-ES", "spanish", False), ("sw", "sw-TZ", "drafti", True)],
)
def test_a_whole_game_has_nothing_in_english(visit: Visit, code: str, locale: str, game: str, phone: bool) -> None:
    page = visit(locale=locale, phone=phone)
    texts = collected(page)
    start(page, game)
    assert page.evaluate("() => [document.documentElement.lang, document.documentElement.dir]") == [code, "ltr"]
    assert play_to_the_end(page, seed=7, language=code) >= 5
    look_back(page, game)
    assert len(texts) > 200
    assert {text for text in in_english(texts, code) if not words_of([text]) <= LANGUAGE_NAMES} == set()


PAGES = (
    "/",
    "/play/{game}",
    "/learn",
    "/learn/{game}",
    "/puzzles/{game}",
    "/puzzles/{game}/endings",
    "/analysis/{game}",
    "/editor/{game}",
    "/rules/{game}",
    "/lobby",
    "/watch",
    "/games",
    "/settings",
    "/player/{player}",
    "/match/{match}",
    "/replay/{match}",
    "/review/{match}",
    "/verify/{match}",
)
HASH = re.compile("[0-9a-f]{64}")
SETTLED = {"review": ".review-summary tbody", "endings": ".puzzle .status:not(:empty)", "learn/": ".lesson .square"}
"""What a page shows when its texts have come, where that takes a while."""


def look_around(page: Page, path: str) -> None:
    """With everything that can be unfolded."""
    page.goto(path)
    expect(page.locator("main h1").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    for mark in (mark for word, mark in SETTLED.items() if word in path):
        expect(page.locator(mark).first).to_be_attached()
    for summary in page.locator("main summary:visible").all():
        summary.click()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    ("code", "locale", "game", "moves"),
    [
        ("es", "es-ES", "spanish", 12),
        ("sw", "sw-TZ", "drafti", 12),
        ("zh-Hant", "zh-TW", "banqi", 12),
        ("ru", "ru-RU", "russian", 12),
    ],
)
def test_no_page_has_anything_in_english(visit: Visit, code: str, locale: str, game: str, moves: int) -> None:
    page = visit(locale=locale)
    match = finished_game(page, game, moves)
    texts = collected(page)
    player = page.evaluate("() => fetch('/api/me').then((answer) => answer.json()).then(({ player }) => player.id)")
    for path in PAGES:
        look_around(page, path.format(game=game, match=match, player=player))
    assert page.evaluate("() => document.documentElement.lang") == code
    told = {text for text in texts if not HASH.fullmatch(text)}
    assert {text for text in in_english(told, code) if not words_of([text]) <= LANGUAGE_NAMES} == set()


def test_every_page_is_looked_at() -> None:
    assert page_names() == {path.strip("/").split("/")[0] for path in PAGES}


def test_english_among_the_texts_is_found() -> None:
    assert in_english({"Juegan blancas", "Tablas", "22-18", "You must capture"}, "es") == {"You must capture"}
