"""Words of another region, and marks that lose their word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

import pytest

from damero.texts import catalogue, languages
from damero.texts.message import Placeholder, parse

NOT_SIMPLIFIED = re.compile(
    "拷贝|阶级|脱机|唯读|座标|进位|身分|珐瑯|激活|子类别|用户端|选取|检查码|无止尽|网路|资讯|程式|萤幕|滑鼠|档案|登出|注销|"
    "搜寻|设定|透过|使用者|连结|汇入|汇出|介面|软体|影片|字元|字串|位元|贴上|直在线|底在线|串行|直行|横列"
)
"""Taiwanese words, and what a conversion of scripts made of others."""
LOOSE_MARK = re.compile(r" [?!;:»%]|« ")
STRAIGHT_APOSTROPHE = re.compile(r"[^\W\d_]'[\w{«]")
SPACED_NAME = re.compile(
    r"\{game(?:, text, game_title)?\} [\u4e00-\u9fff]|[\u4e00-\u9fff] \{game(?:, text, game_title)?\}"
)
SEAT_INSIDE = re.compile(r"[^\W\d_],? \{\w+, text, seat\}")
CODE = re.compile(r"`[^`]*`")


def pages(language: str) -> dict[str, str]:
    """The texts and the rules pages of a language."""
    folder = resources.files("damero") / "rules" / language
    rules = {page.name: page.read_text(encoding="utf-8") for page in folder.iterdir()}
    return {**catalogue(language).texts, **rules}


def found(pattern: re.Pattern[str], texts: Mapping[str, str]) -> dict[str, list[str]]:
    places = {name: pattern.findall(CODE.sub("", text)) for name, text in texts.items()}
    return {name: marks for name, marks in places.items() if marks}


def test_simplified_chinese_is_that_of_the_mainland() -> None:
    assert found(NOT_SIMPLIFIED, pages("zh-Hans")) == {}


def test_rows_and_columns_are_named_as_on_the_mainland() -> None:
    texts = catalogue("zh-Hans").texts
    assert "{row} 行" in texts["web.square_taken_twice"]
    assert "{column} 列" in texts["web.square_taken_twice"]
    assert "{wanted} 行" in texts["banqi.rank_count"]


def test_french_marks_stay_with_their_word() -> None:
    """With a space that breaks no line."""
    assert found(LOOSE_MARK, pages("fr")) == {}
    assert found(LOOSE_MARK, {"wrong": "Pourquoi ? « Oui »"}) == {"wrong": [" ?", "« ", " »"]}


@pytest.mark.parametrize("code", ["fr", "it", "nl"])
def test_an_apostrophe_is_not_a_straight_one(code: str) -> None:
    assert found(STRAIGHT_APOSTROPHE, pages(code)) == {}
    assert found(STRAIGHT_APOSTROPHE, {"wrong": "l'un, d'{name}", "code": "`l'un`"}) == {"wrong": ["l'u", "d'{"]}


@pytest.mark.parametrize("code", ["zh-Hans", "zh-Hant"])
def test_no_space_stands_between_the_name_of_a_game_and_chinese_words(code: str) -> None:
    assert found(SPACED_NAME, catalogue(code).texts) == {}


@pytest.mark.parametrize("code", languages())
def test_a_seat_inside_a_sentence_is_called_as_there(code: str) -> None:
    """`las blancas` rather than `Blancas`: by `side.*`, which has an article and a small letter where there is one."""
    assert found(SEAT_INSIDE, catalogue(code).texts) == {}


@pytest.mark.parametrize("code", languages())
def test_a_sentence_does_not_begin_with_a_name_that_is_written_small(code: str) -> None:
    """Names of ranks and colours are written as in the middle of a sentence."""
    small = ("banqi.rank", "stratego.rank", "colour", "reason")
    first = {key: parse(text)[0] for key, text in catalogue(code).texts.items() if text.endswith((".", "。"))}
    assert [key for key, part in first.items() if isinstance(part, Placeholder) and part.prefix in small] == (
        ["banqi.rank_too_low"] if code.startswith("zh") else []
    )
