"""Pages in other languages: nothing is hard-wired in English, and longer texts fit a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Visit
from tests.browser.finished_games import finished_game
from tests.browser.playing import CHAIN, settle, touch
from tests.languages.pseudo import CLOSING, OPENING, pseudo

from damero.languages import in_language, named_in
from damero.texts import Text, catalogue, languages
from damero.web.page_html import TEXT

pytestmark = pytest.mark.slow

STATIC = Path(str(resources.files("damero.web") / "static"))
NARROW = {"width": 360, "height": 740}
WORD = re.compile(r"[A-Za-z]{3,}")
DEVICE = re.compile(r"(Firefox|Edge|Opera|Chrome|Safari), (Android|iPhone|iPad|Windows|Mac|Linux)$")
"""A signed-in device, by the names of its makers; the list of them comes a moment after its page."""
FORMATS = {"PDN", "SVG", "PNG", "GIF", "WEBP"}
VISIBLE = """() => {
  const found = new Set();
  const skipped = "article[lang], .brand, .account-link, .board, [data-verbatim], script, noscript, style, kbd, code";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest(skipped)) found.add(walker.currentNode.textContent.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (element.closest("article[lang], [data-verbatim]")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) found.add(element.getAttribute(name) ?? "");
  }
  return [document.title, ...found];
}"""
WIDER = """() => {
  const limit = document.documentElement.clientWidth;
  return document.documentElement.scrollWidth <= limit ? [] :
    [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > limit + 0.5)
      .slice(0, 8).map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 60)}`);
}"""


def page_names() -> set[str]:
    """The first words of the addresses of all pages."""
    routes = (STATIC / "js" / "router.js").read_text(encoding="utf-8")
    return {name.strip('"') for name in re.findall(r'^  ("?\w*"?): \{ name: "', routes, re.MULTILINE)}


def speak_pseudo(page: Page) -> None:
    def translate(route: Route) -> None:
        document = route.fetch().json()
        document["texts"] = {key: pseudo(text) for key, text in document["texts"].items()}
        route.fulfill(json=document)

    page.route("**/texts/en/*.json", translate)


def left_in_english(page: Page) -> list[str]:
    """What is shown and is in no brackets. People, languages and formats of files keep their names."""
    texts: list[str] = page.evaluate(VISIBLE)
    outside = [re.sub(rf"{OPENING}.*{CLOSING}", "", text, flags=re.DOTALL) for text in texts]
    own = json.loads(page.evaluate("() => fetch('/api/me').then((answer) => answer.text())"))["player"]
    known = {own["name"] if own else "", *(catalogue(code).name for code in languages()), *FORMATS}
    kept = (text.strip(" ·") for text in outside if not DEVICE.match(text))
    return [text for text in kept if text not in known and WORD.search(text)]


def at(path: str) -> Callable[[Page], None]:
    def open_it(page: Page) -> None:
        page.goto(path)
        expect(page.locator("main h1").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        for summary in page.locator("main summary:visible").all():
            summary.click()

    return open_it


def begin(page: Page, game: str, opponent: str, start: str = "") -> None:
    settle(page)
    page.goto(f"/play/{game}{start and f'?start={start}'}")
    page.locator(f'label:has(input[value="{opponent}"])').click()
    page.locator(".play-form > button").click()
    page.wait_for_url("**/match/*")
    page.wait_for_load_state("networkidle")


def offline(page: Page) -> None:
    """As the service worker shows it; its texts are in the HTML."""
    html = (STATIC / "offline.html").read_text(encoding="utf-8")
    html = TEXT.sub(lambda found: escape(pseudo(catalogue("en").texts[found[1]])), html)
    page.route("**/offline.html", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto("/offline.html")
    expect(page.get_by_role("heading")).to_be_visible()


def refusal(page: Page) -> None:
    begin(page, "spanish", "here", CHAIN)
    touch(page, "32", "28")
    expect(page.locator(".prompt .why")).to_be_visible()


def invitation(page: Page) -> None:
    begin(page, "drafti", "friend")
    expect(page.locator(".qr")).to_be_visible()


def set_up(page: Page) -> None:
    begin(page, "stratego", "engine")
    expect(page.locator(".editor .formation").first).to_be_visible()


def hand_over(page: Page) -> None:
    begin(page, "stratego", "here")
    expect(page.locator(".editor .cover")).to_be_visible()


def keys(page: Page) -> None:
    begin(page, "banqi", "engine")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def endings(page: Page) -> None:
    at("/puzzles/drafti/endings")(page)
    expect(page.locator(".puzzle .status:not(:empty)")).to_be_attached()


def finished(page: Page) -> None:
    begin(page, "drafti", "here")
    touch(page, "22", "18", "9", "13")
    page.locator("button", has=page.locator("span", has_text=pseudo("Resign"))).click()
    page.get_by_role("dialog").locator("button").last.click()
    expect(page.locator(".result")).to_be_visible()


def replay(page: Page) -> None:
    finished(page)
    page.locator('.result a[href^="/replay/"]').click()
    expect(page.locator(".replay")).to_be_visible()


def verified(page: Page) -> None:
    finished(page)
    page.goto(page.url.replace("/match/", "/verify/"))
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")


def reviewed(page: Page) -> None:
    page.goto(f"/review/{finished_game(page, 'drafti', ['22-18', '9-13'])}")
    expect(page.locator(".accuracy")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.locator(".accuracy tbody td").evaluate_all("cells => cells.forEach(cell => { cell.textContent = '100%'; })")


def own_page(page: Page) -> None:
    finished_game(page, "drafti", ["22-18", "9-13"])
    page.goto("/settings")
    page.locator('main a[href^="/player/"]').click()
    expect(page.locator(".player-page")).to_be_visible()


SCENES = {
    **{path: at(path) for path in ("/", "/play/banqi", "/lobby", "/watch", "/games", "/rules/spanish", "/settings")},
    **{path: at(path) for path in ("/editor/drafti", "/puzzles/drafti", "/no-such-page")},
    **{path: at(path) for path in ("/learn", "/learn/drafti", "/analysis/drafti")},
    "offline": offline,
    "refusal": refusal,
    "invitation": invitation,
    "set-up": set_up,
    "hand-over": hand_over,
    "keys": keys,
    "endings": endings,
    "result": finished,
    "replay": replay,
    "verify": verified,
    "review": reviewed,
    "player": own_page,
}


def test_every_page_is_among_the_scenes() -> None:
    paths = {name.strip("/").split("/")[0] for name in SCENES}
    assert page_names() <= paths | {"match"}, "matches are in the scenes set-up, keys and result"


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_hard_wired_and_longer_texts_fit_a_phone(visit: Visit, scene: str) -> None:
    page = visit(phone=True)
    page.set_viewport_size(NARROW)
    speak_pseudo(page)
    SCENES[scene](page)
    assert left_in_english(page) == []
    assert page.evaluate(WIDER) == []


def test_a_text_outside_the_catalogue_and_a_wide_one_are_found(visit: Visit) -> None:
    page = visit(phone=True)
    speak_pseudo(page)
    at("/watch")(page)
    page.evaluate("() => document.querySelector('main').append('Hard-wired')")
    page.evaluate("() => document.querySelector('main').firstElementChild.style.setProperty('width', '500px')")
    assert left_in_english(page) == ["Hard-wired"]
    assert page.evaluate(WIDER)


LABELS = ("offerTakeback", "hint", "offerDraw", "abort", "resign", "flip", "sound", "zen", "new")
TOO_WIDE = """(labels) => [...document.querySelectorAll(".controls > button")].flatMap((button, at) => {
  button.style.overflowWrap = "normal";
  button.querySelector("span").textContent = labels[at];
  return button.scrollWidth > button.clientWidth ? [labels[at]] : [];
})"""


def test_the_buttons_of_a_match_have_room_for_their_texts_in_every_language(visit: Visit) -> None:
    page = visit(phone=True)
    page.set_viewport_size(NARROW)
    begin(page, "drafti", "engine")
    expect(page.locator(".controls > button")).to_have_count(len(LABELS))
    labels = {code: [named_in(code, "match", name) for name in LABELS] for code in languages()}
    wide = {code: found for code, texts in labels.items() if (found := page.evaluate(TOO_WIDE, texts))}
    assert wide == {}


RESULT_LABELS = (
    "match.offerRematch",
    "result.review",
    "match.replay",
    "analysis.analyse",
    "result.verify",
    "match.new",
    "result.share",
)
SAY = """(labels) => [...document.querySelectorAll(".result .row > *")].forEach((button, at) => {
  button.lastChild.textContent = labels[at];
})"""
OUTSIDE = """() => [...document.querySelectorAll(".result .row > *")]
  .filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent)"""


def test_the_buttons_of_a_result_have_room_for_their_texts_in_every_language(visit: Visit) -> None:
    page = visit(phone=True)
    page.set_viewport_size(NARROW)
    begin(page, "drafti", "here")
    touch(page, "22", "18", "9", "13")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").locator("button").last.click()
    expect(page.locator(".result .row > *")).to_have_count(len(RESULT_LABELS))
    wide = {}
    for code in languages():
        page.evaluate(SAY, [in_language(Text(key), code) for key in RESULT_LABELS])
        wide[code] = page.evaluate(OUTSIDE)
    assert {code: found for code, found in wide.items() if found} == {}
