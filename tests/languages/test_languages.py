from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.texts.test_message import SHARED, values

from damero import languages
from damero.languages import from_environment, from_header, language, pick
from damero.texts import Catalogue, Text, catalogue
from damero.texts.message import parse, render

ELEVEN = ("cs", "en", "es", "fr", "it", "nl", "pt-BR", "ru", "sw", "zh-Hans", "zh-Hant")


@pytest.fixture
def eleven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "languages", lambda: ELEVEN)


@pytest.mark.usefixtures("eleven")
@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (["es-MX"], "es"),
        (["de", "it-CH"], "it"),
        (["pt"], "pt-BR"),
        (["pt-PT", "en"], "pt-BR"),
        (["zh"], "zh-Hans"),
        (["zh-CN"], "zh-Hans"),
        (["zh-TW"], "zh-Hant"),
        (["zh-HK"], "zh-Hant"),
        (["zh-Hant-HK"], "zh-Hant"),
        (["zh-Hans-TW"], "zh-Hans"),
        (["SW-tz"], "sw"),
        (["en-US", "es"], "en"),
        (["xx", ""], "en"),
        ([], "en"),
    ],
)
def test_the_first_wish_that_can_be_met_is_met(wishes: list[str], code: str) -> None:
    assert pick(wishes) == code


@pytest.mark.usefixtures("eleven")
@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("es-ES,es;q=0.9,en;q=0.8", "es"),
        ("en;q=0.3, ru;q=0.7", "ru"),
        ("de, fr;q=oops, nl;q=0.1", "nl"),
        ("", "en"),
        ("*", "en"),
        (",;q=,", "en"),
    ],
)
def test_the_language_of_a_browser_is_the_one_it_wants_most(accepted: str, code: str) -> None:
    assert from_header(accepted) == code


@given(st.text())
def test_any_header_gives_a_language(accepted: str) -> None:
    assert from_header(accepted) in languages.languages()


@pytest.mark.usefixtures("eleven")
@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "sw_TZ"}, "sw"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_a_command_line_is_that_of_its_environment(environment: dict[str, str], code: str) -> None:
    assert from_environment(environment) == code


@pytest.mark.parametrize("code", SHARED["languages"])
def test_the_shared_cases_are_rendered_in_every_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    head: dict[str, Any] = SHARED["languages"][code]
    made = Catalogue(code, code, head["locale"], "ltr", tuple(head["quotes"]), SHARED["texts"])
    monkeypatch.setattr(languages, "catalogue", lambda chosen: made if chosen == code else catalogue(chosen))
    speaking = replace(language.__wrapped__(code), text=SHARED["texts"].get)
    for case in SHARED["cases"]:
        if code in case:
            assert render(parse(case["message"]), values(case["values"]), speaking) == case[code]


def test_a_text_that_a_language_lacks_is_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = Catalogue("es", "Español", "es", "ltr", ("«", "»"), {"seat.white": "Blancas"})
    monkeypatch.setattr(languages, "catalogue", lambda code: bare if code == "es" else catalogue(code))
    monkeypatch.setattr(languages, "language", language.__wrapped__)
    assert languages.in_language(Text("seat.white"), "es") == "Blancas"
    assert languages.in_language(Text("seat.black"), "es") == "Black"
    assert languages.named_in("es", "seat", "green") == "green"
