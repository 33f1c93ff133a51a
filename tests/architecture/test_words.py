"""What no file of the project contains: addresses of one machine or registry, and notes that were meant for later."""

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
VAGUE_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "mgr", "manager", "stuff"})


def unwanted_in(text: str) -> list[str]:
    return [f"{what}: {found[0]!r}" for what, pattern in UNWANTED.items() if (found := pattern.search(text))]


def test_no_file_holds_anything_unwanted() -> None:
    texts = {named(path): path.read_text(encoding="utf-8") for path in TEXTS}
    assert {name: found for name, text in texts.items() if (found := unwanted_in(text))} == {}


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
