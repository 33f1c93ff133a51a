"""The HTML of the pages: every text in it is a key, and is served in every language."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest
from tests.languages.pseudo import CLOSING, OPENING, pseudo

from damero.texts import catalogue, languages
from damero.web.page_html import TEXT, translated

FOLDER = Path(str(resources.files("damero.web") / "static"))
PAGES = sorted(path.name for path in FOLDER.glob("*.html"))
SHOWN = {"alt", "aria-label", "placeholder", "title"}


class Texts(HTMLParser):
    """Collects what a page shows or tells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.found += [value or "" for name, value in attrs if name in SHOWN]
        if tag == "meta" and values.get("name") == "description":
            self.found.append(values["content"] or "")


def hard_wired(html: str) -> list[str]:
    spoken = TEXT.sub(lambda found: pseudo(catalogue("en").texts[found[1]]), html)
    outside = (re.sub(rf"{OPENING}.*?{CLOSING}", "", text) for text in Texts(spoken).found)
    return [text for text in outside if re.search(r"\w", text)]


@pytest.mark.parametrize("page", PAGES)
def test_no_text_of_a_page_is_hard_wired(page: str) -> None:
    assert hard_wired((FOLDER / page).read_text(encoding="utf-8")) == []


def test_a_text_outside_the_catalogue_is_found() -> None:
    assert hard_wired("<title>{{app.name}}</title><img alt='A board'><p>Read me</p>") == ["A board", "Read me"]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_its_texts_in_every_language(page: str, code: str) -> None:
    source = (FOLDER / page).read_bytes()
    html = translated(source, code).decode()
    shown = " ".join(Texts(html).found)
    keys = {found[1] for found in TEXT.finditer(source.decode())}
    assert keys
    assert f'<html lang="{code}"' in html
    assert [key for key in keys if catalogue(code).texts[key] not in shown] == []
