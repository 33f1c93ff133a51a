"""Every game comes back from its text, and every text is read or refused with a place."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.draughts.boards import any_position, played_position
from tests.plies import move_texts

from damero.domain import reasons
from damero.domain.draughts import position
from damero.domain.draughts.pdn import games_in, read_games, tree_of, verify_text, write_game
from damero.domain.draughts.position import Position
from damero.domain.draughts.variants import RUSSIAN
from damero.domain.errors import BadText
from damero.domain.game import Outcome
from damero.domain.game_tree import DOUBLE_FORFEIT, DRAW, AnnotatedMove, GameTree, Line, tidy

NAMES = st.sampled_from(["Event", "Site", "Date", "Round", "White", "Black", "Annotator", "ECO"])
VALUES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), max_size=12)
OUTCOMES = st.sampled_from([None, Outcome("white", reasons.TIMEOUT), Outcome(None, reasons.AGREEMENT)])
COMMENTS = st.one_of(
    st.just(""),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="}"), max_size=90),
    st.sampled_from(['[Event "not a tag"]', "% not skipped", "; nor this", "(1. 32-28 *) 1-0", "[%drgnode 1 2]"]),
).map(lambda text: " ".join(text.split()))
SECONDS = st.one_of(st.none(), st.integers(0, 10**7).map(lambda thousandths: thousandths / 1000))
SCORES = st.one_of(st.none(), st.integers(-90_000, 90_000))
GLYPHS = st.lists(st.integers(0, 146), max_size=2, unique=True).map(tuple)
RESULTS = st.sampled_from(["white", "black", DRAW, DOUBLE_FORFEIT, None])


@settings(deadline=None, max_examples=60)
@given(st.one_of(any_position(), played_position()), st.data(), st.dictionaries(NAMES, VALUES), OUTCOMES)
def test_a_game_comes_back_from_its_text(
    start: Position, data: st.DataObject, tags: dict[str, str], outcome: Outcome | None
) -> None:
    fresh = position.read_position(start.rules, start.text)
    current, count = fresh, data.draw(st.integers(0, 12))
    while len(current.plies) < count and current.legal_moves():
        current = current.play(data.draw(st.sampled_from(current.routes())))
    tree = tree_of(fresh, move_texts(current), outcome, tags)
    text = write_game(tree)
    (again,) = read_games(text)
    assert (again.start, again.moves) == (fresh, tuple(move_texts(current)))
    assert (again.tree.result, dict(again.tags)) == (tree.result, dict(tree.headers))
    assert write_game(again.tree) == text
    assert again.final == current


@st.composite
def annotated_trees(draw: st.DrawFn) -> GameTree:
    """Games with variations in variations, and everything that can be noted about a move."""
    drawn = draw(st.one_of(any_position(), played_position()))
    start = position.read_position(drawn.rules, drawn.text)
    moves = as_pdn_can_tell(tidy(draw_line(draw, start, depth=0, is_variation=False)), is_variation=False)
    return GameTree(start, moves, draw(COMMENTS), draw(RESULTS))


def as_pdn_can_tell(line: Line, *, is_variation: bool) -> Line:
    """In PDN, words before a move are those after the move before it, except at the start of a variation."""
    return tuple(
        replace(
            item,
            before=item.before if is_variation and at == 0 else "",
            variations=tuple(as_pdn_can_tell(variation, is_variation=True) for variation in item.variations),
        )
        for at, item in enumerate(line)
    )


def draw_line(draw: st.DrawFn, at: Position, depth: int, *, is_variation: bool) -> Line:
    line: list[AnnotatedMove] = []
    for _ in range(draw(st.integers(0, 5 - depth))):
        if not at.legal_moves():
            break
        item = draw_move(draw, at, has_before=is_variation and not line)
        if depth < 2 and draw(st.booleans()):
            variation = draw_line(draw, at, depth + 1, is_variation=True)
            item = replace(item, variations=(variation,) if variation else ())
        line.append(item)
        at = at.play(item.move)
    return tuple(line)


def draw_move(draw: st.DrawFn, at: Position, *, has_before: bool) -> AnnotatedMove:
    return AnnotatedMove(
        str(draw(st.sampled_from(at.routes()))),
        comment=draw(COMMENTS),
        before=draw(COMMENTS) if has_before else "",
        glyphs=draw(GLYPHS),
        clock=draw(SECONDS),
        elapsed=draw(SECONDS),
        score=draw(SCORES),
    )


@settings(deadline=None, max_examples=100)
@given(annotated_trees())
def test_variations_comments_and_clocks_come_back(tree: GameTree) -> None:
    (again,) = read_games(write_game(tree))
    assert again.tree == tree


_WRITTEN = re.compile(
    r"""
    (?: \s+ | \[[A-Z][a-zA-Z0-9_]*[ ]"(?:[^\\"]|\\.)*"\]\n )*
    (?: \s+ | \{[^}]*\} | [()] | [0-9]+\.(?:\.\.)? | \$[0-9]+
      | (?:[1-9][0-9]?|[a-h][1-8])(?:-(?:[1-9][0-9]?|[a-h][1-8])|(?:x(?:[1-9][0-9]?|[a-h][1-8]))+) )*
    \*\n
    """,
    re.VERBOSE,
)


@settings(deadline=None, max_examples=60)
@given(annotated_trees())
def test_what_is_written_has_the_words_of_the_standards_grammar_for_writing(tree: GameTree) -> None:
    assert _WRITTEN.fullmatch(write_game(tree))


ALPHABET = '[]{}();"$*!?.0123456789-x:/ \nGameType\\%\x1f\xa0'


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet=ALPHABET, max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        games = read_games(text, RUSSIAN)
    except BadText as problem:
        place = (problem.line, problem.column)
    else:
        place = (1, 1)
        for report in verify_text(text, RUSSIAN):
            assert report.game == games[report.number - 1]
    assert 1 <= place[0] <= text.count("\n") + 1
    assert 1 <= place[1] <= len(text) + 1


WORDS = st.sampled_from(
    [
        '[GameType "20"]',
        '[GameType "25,W,8,8,N1,1"]',
        '[FEN "W:WK1:BK50"]',
        '[FEN "?:Wa1:Bh8"]',
        '[Result "x"]',
        '[Variant "drafti"]',
        *(
            "32-28",
            "19-23",
            "28x19",
            "c3-d4",
            "cd4",
            "11-15",
            "1-0",
            "*",
            "1/2",
            "draw",
            "{",
            "}",
            "(",
            ")",
            "$9",
            "!?",
        ),
        *("\n", "\n\n", "%", ";", "/FEN/", "\u00bd", "1.", "...", "[", '"', "nonsense"),
    ]
)


@settings(deadline=None, max_examples=150)
@given(st.lists(WORDS, max_size=30), st.sampled_from([" ", "", "\n"]))
def test_any_words_in_any_order_are_read_or_refused(words: list[str], space: str) -> None:
    text = space.join(words)
    for game in games_in(text.split("\n")):
        assert len(game.places) == len(game.moves)
        assert list(game.tree.positions())[-1].text == game.final.text
        assert read_games(write_game(replace(game.tree, headers=())))[0].moves == game.moves


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=60))
def test_any_bytes_as_text_are_read_or_refused(content: bytes) -> None:
    for game in games_in(content.decode("latin-1").split("\n")):
        assert game.number >= 1
