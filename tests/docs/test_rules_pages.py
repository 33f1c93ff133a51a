"""Every game has a page, and every example on it is true."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.examples import Example, FalseExampleError, check, examples_of, read_block

from damero.domain.catalogue import GAMES
from damero.languages import named_in
from damero.texts import languages

RULES = Path(__file__).parents[2] / "docs" / "rules"
PAGES = sorted(page for page in RULES.glob("*.md") if page.name != "README.md")
TRANSLATED = sorted(RULES.glob("*/*.md"))
GUIDES = [page for page in sorted(RULES.parent.rglob("*.md")) if page.parent != RULES]
EXAMPLES = [example for page in (*PAGES, *GUIDES) for example in examples_of(page)]


def test_every_game_has_a_page_and_every_page_a_game() -> None:
    assert {page.stem for page in PAGES} == {game.info.id for game in GAMES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_its_own_game(page: Path) -> None:
    games = [dict(example.lines)["game"] for example in examples_of(page)]
    assert games.count(page.stem) >= 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_named_after_its_game(page: Path) -> None:
    titles = {game.info.id: game.info.title for game in GAMES}
    assert page.read_text(encoding="utf-8").splitlines()[0] == f"# {titles[page.stem]}"


def test_a_translated_page_is_of_a_language_and_a_game() -> None:
    assert {page.parent.name for page in TRANSLATED} <= set(languages())
    assert {page.stem for page in TRANSLATED} <= {page.stem for page in PAGES}


PLAYED_IN = {
    "es": ("spanish", "spanish-federation"),
    "sw": ("drafti", "drafti-federation"),
    "zh-Hant": ("banqi", "banqi-taiwan"),
    "zh-Hans": ("banqi", "banqi-taiwan"),
    "ru": ("russian",),
    "pt-BR": ("brazilian",),
    "it": ("italian",),
    "cs": ("czech",),
    "fr": ("international",),
    "nl": ("international",),
}
"""The games of the players of a language; all of them play Stratego too."""


@pytest.mark.parametrize("language", PLAYED_IN)
def test_players_have_the_rules_of_their_games_in_their_language(language: str) -> None:
    games = {*PLAYED_IN[language], "stratego", "stratego-federation", "barrage"}
    assert games <= {page.stem for page in TRANSLATED if page.parent.name == language}


def in_no_language(page: Path) -> list[list[tuple[str, str]]]:
    """Its examples without the words that explain a refusal."""
    return [
        [(word, value.split()[0] if word == "illegal" else value) for word, value in example.lines]
        for example in examples_of(page)
    ]


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_a_translated_page_has_the_name_of_its_game_and_the_same_examples(page: Path) -> None:
    title = named_in(page.parent.name, "game_title", page.stem)
    assert page.read_text(encoding="utf-8").splitlines()[0] == f"# {title}"
    assert in_no_language(page) == in_no_language(RULES / page.name)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_is_true(example: Example) -> None:
    check(example)


def _example(block: str, *codes: str) -> Example:
    return Example("page.md", 1, read_block(block), codes)


def test_the_example_of_the_syntax_itself_is_true() -> None:
    text = (RULES / "README.md").read_text(encoding="utf-8")
    codes, _, block = text.split("```position")[1].split("```")[0].partition("\n")
    check(_example(block, *codes.split()))


@pytest.mark.parametrize(
    "claim",
    [
        "moves: 22-17 22-18",
        "moves: none",
        "legal: 22x15 22-17",
        "legal:",
        "play: 31-27",
        "after: B:W22,31:B18",
        "outcome: white no_pieces",
        "caption: a capture",
        "position: W:W99:B1",
    ],
)
def test_a_false_line_is_found(claim: str) -> None:
    opening = "game: spanish\nposition: W:W22,31:B18\n"
    check(_example(opening + "moves: 22x15"))
    with pytest.raises(FalseExampleError):
        check(_example(opening + claim))


@pytest.mark.parametrize(
    ("claim", "codes"),
    [
        ("illegal: 31-27 The man on 22 must capture.", ("ILLEGAL_MOVEMENT",)),
        ("illegal: 22x15 The man on 22 must capture.", ("CAPTURE_REQUIRED",)),
        ("illegal: 31-27", ("CAPTURE_REQUIRED",)),
        ("illegal: 31-27 The man on 22 must capture.", ()),
        ("moves: 22x15", ("CAPTURE_REQUIRED",)),
    ],
)
def test_a_false_refusal_is_found(claim: str, codes: tuple[str, ...]) -> None:
    opening = "game: spanish\nposition: W:W22,31:B18\n"
    check(_example(opening + "illegal: 31-27 The man on 22 must capture.", "CAPTURE_REQUIRED"))
    with pytest.raises(FalseExampleError):
        check(_example(opening + claim, *codes))


def test_a_block_without_a_game_is_found() -> None:
    with pytest.raises(FalseExampleError, match="not with 'game'"):
        check(_example("position: start"))


def test_an_indented_line_continues_the_one_above() -> None:
    check(_example("game: spanish\nposition: W:W22,\n  31:B18\nmoves: 22x15"))
