"""What no file of the project contains: addresses of one machine or registry, notes for later, translated phrases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.architecture.sources import ROOT, named, tracked_files

TEXTS = [path for path in tracked_files() if b"\0" not in path.read_bytes()[:4096] and path != Path(__file__)]

UNWANTED = {
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root|home|Users)/\w"),
    "the address of a package registry": re.compile(
        r"--(?:extra-)?index-url|(?:pypi|pythonhosted|npmjs|jsr|crates)\.(?:org|com|io)\b|registry\.\w+\.\w+", re.I
    ),
    "an address of a private network": re.compile(r"\b(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+\b"),
    "a note for later": re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"),
    "a word about how it was made": re.compile(r"\b(?:issue #?\d+|seed 00\d)\b", re.I),
    "a left conflict": re.compile(r"^(?:<{7}|>{7}) ", re.M),
}
TRANSLATED = {
    "at random": re.compile(r"\bby lot\b|\bdraws? lots\b", re.I),
    "this many, or a number's own name": re.compile(r"\bso many\b", re.I),
    "a sentence with a subject": re.compile(r"\bwho [^.;?]* is gone\b", re.I),
    "the squares involved": re.compile(r"\bthat oblige\b", re.I),
    "in a thread, without, apart from": re.compile(r"\.aside\(|(?<!set )(?<!step )(?<![\"'<])\baside\b(?! from)", re.I),
}
"""Phrases that a reader has to translate back, by what to write instead."""
VAGUE_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "mgr", "manager", "stuff"})


def unwanted_in(text: str) -> list[str]:
    return [f"{what}: {found[0]!r}" for what, pattern in UNWANTED.items() if (found := pattern.search(text))]


def test_no_file_holds_anything_unwanted() -> None:
    texts = {named(path): path.read_text(encoding="utf-8") for path in TEXTS}
    assert {name: found for name, text in texts.items() if (found := unwanted_in(text))} == {}


def translated_in(text: str) -> list[str]:
    return [f"{found[0]!r}: say {better}" for better, pattern in TRANSLATED.items() if (found := pattern.search(text))]


def test_no_text_uses_a_translated_phrase() -> None:
    texts = {named(path): path.read_text(encoding="utf-8") for path in TEXTS}
    assert {name: found for name, text in texts.items() if (found := translated_in(text))} == {}


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert [named(path) for path in tracked_files() if path.stem.lower() in VAGUE_NAMES] == []


def test_no_test_is_skipped() -> None:
    skip = re.compile(r"pytest\.(?:skip|xfail|importorskip)\b|mark\.(?:skip|skipif|xfail)\b")
    tests = [path for path in TEXTS if path.suffix == ".py" and path.is_relative_to(ROOT / "tests")]
    assert [named(path) for path in tests if skip.search(path.read_text(encoding="utf-8"))] == []


def test_no_kernel_is_committed_compiled() -> None:
    assert [named(path) for path in tracked_files() if path.suffix in (".so", ".o", ".pyd", ".pyc")] == []


@pytest.mark.parametrize(
    "text",
    [
        "see /home/ana/damero",
        "pip install --index-url x",
        "https://pypi.org/simple",
        "connect to 192.168.1.7",
        "# TODO later",
        "as issue 7 says",
        "<<<<<<< ours",
    ],
)
def test_what_is_unwanted_is_found(text: str) -> None:
    assert len(unwanted_in(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The seat is drawn by lot.",
        "nothing here draws lots",
        "Try again after so many seconds.",
        "Who takes nothing for a minute is gone.",
        "a sentence and the squares that oblige",
        "await hall.aside(work)",
        "the past left aside",
    ],
)
def test_a_translated_phrase_is_found(text: str) -> None:
    assert len(translated_in(text)) == 1


@pytest.mark.parametrize(
    "text", ['el("aside", {})', "aside from draws", "A bad match is set aside.", "The flag is gone."]
)
def test_plain_english_is_no_translated_phrase(text: str) -> None:
    assert translated_in(text) == []
