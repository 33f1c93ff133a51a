"""The cases that both languages must render alike are in `cases.json`; `units/message.test.js` reads them too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero import texts
from damero.texts.message import BadMessage, Text, Value, parse, placeholders, render

SHARED = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))
ENGLISH = replace(texts.ENGLISH, text=SHARED["texts"].get)


def rendered(source: str, **values: object) -> str:
    return render(parse(source), values, ENGLISH)  # type: ignore[arg-type]


def read(value: Any) -> Value:
    """A value as it comes over the wire."""
    if isinstance(value, list):
        return [read(item) for item in value]
    return Text(value["key"], values(value["values"])) if isinstance(value, dict) else value


def values(document: dict[str, Any]) -> dict[str, Value]:
    return {name: read(value) for name, value in document.items()}


@pytest.mark.parametrize("case", [case for case in SHARED["cases"] if "en" in case], ids=lambda case: case["message"])
def test_a_message_is_rendered_with_its_values(case: dict[str, Any]) -> None:
    assert render(parse(case["message"]), values(case["values"]), ENGLISH) == case["en"]


def test_the_placeholders_inside_cases_are_known_too() -> None:
    source = "{count, plural, one {# on {square}} other {#}} {squares, list}"
    assert placeholders(parse(source)) == {("count", "plural"), ("square", ""), ("squares", "list")}


@pytest.mark.parametrize("source", SHARED["unreadable"])
def test_a_broken_message_is_refused(source: str) -> None:
    with pytest.raises(BadMessage):
        parse(source)


@given(st.text().filter(lambda text: not set("{}") & set(text)))
def test_text_without_braces_is_itself(text: str) -> None:
    assert rendered(text) == text


@given(st.text())
def test_values_are_never_read_as_markup(value: str) -> None:
    assert rendered("[{value}]", value=value) == f"[{value}]"
