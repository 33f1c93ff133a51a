"""Game trees as JSON and as text for links."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import shuffle_by

from damero.domain.catalogue import BY_VERSION, GAMES, game
from damero.domain.errors import BadText, DameroError, IllegalMove
from damero.domain.game import Game
from damero.domain.game_tree import DRAW, AnnotatedMove, GameTree
from damero.domain.game_tree.text import LONGEST_TEXT, MOST_MOVES, read_link, read_tree, write_link, write_tree

START = game("english").initial()


def annotated() -> GameTree:
    tree = GameTree(START, comment="A game.", result=DRAW).with_headers(White="Łukasz", Event='"Open"')
    tree = tree.play("11-15", "23-19", "8-11").add(("11-15",), "24-20", "8-11")
    tree = tree.annotate(("11-15",), comment="Old Faithful", glyphs=(1, 10), clock=59.5, elapsed=0.5, score=12)
    return tree.annotate(("11-15", "24-20"), before="Or", score=-30)


def random_game(chosen: Game, seed: int) -> GameTree:
    chance = Random(seed)
    tree = GameTree(chosen.initial(shuffle_by(seed)))
    for _ in range(chance.randrange(25)):
        path = chance.choice([(), *(path for path, _ in tree.walk())])
        legal = tree.position(path).legal_moves()
        tree = tree.add(path, str(chance.choice(legal))) if legal else tree
    return tree


def test_annotations_variations_and_headers_are_read_back() -> None:
    assert read_tree(write_tree(annotated())) == annotated()
    assert read_link(write_link(annotated())) == annotated()


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: str(chosen.info.id))
def test_trees_of_every_game_are_read_back(chosen: Game) -> None:
    for seed in range(5):
        tree = random_game(chosen, seed)
        again = read_link(write_link(tree))
        assert (again.start.text, again.moves) == (tree.start.text, tree.moves)


def test_plain_moves_take_little_room() -> None:
    assert write_tree(GameTree(START).play("11-15", "23-19")) == '{"game":"english","moves":["11-15 23-19"]}'


def test_another_start_is_written() -> None:
    tree = GameTree(game("english").read_position("W:WK3:BK30"))
    assert json.loads(write_tree(tree))["start"] == "W:WK3:BK30"
    assert read_tree(write_tree(tree)) == tree


def test_older_rules_are_written() -> None:
    older = [known for known in BY_VERSION.values() if known not in GAMES]
    for known in older:
        tree = GameTree(known.initial())
        assert read_tree(write_tree(tree)).start.info.version == known.info.version


def test_variations_that_begin_alike_are_merged_when_read() -> None:
    text = '{"game":"english","moves":[{"m":"11-15","v":[["11-15 23-19"],["9-14"]]}]}'
    assert [path for path, _ in read_tree(text).walk()] == [("11-15",), ("9-14",), ("11-15", "23-19")]


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(IllegalMove):
        read_tree('{"game":"english","moves":["11-15 11-15"]}')
    with pytest.raises(IllegalMove):
        read_tree('{"game":"english","moves":[{"m":"11-15","v":[["23-19"]]}]}')


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"game":"english"}',
        '{"game":1,"moves":[]}',
        '{"game":"english","moves":[],"more":1}',
        '{"game":"english","moves":[1]}',
        '{"game":"english","moves":[{}]}',
        '{"game":"english","moves":[{"m":"11-15","x":1}]}',
        '{"game":"english","moves":[{"m":"11-15","g":[true]}]}',
        '{"game":"english","moves":[{"m":"11-15","t":-1}]}',
        '{"game":"english","moves":[{"m":"11-15","t":1e999}]}',
        '{"game":"english","moves":[],"result":"blue"}',
        '{"game":"english","moves":[],"headers":[]}',
        '{"game":"english","rules":"2","moves":[]}',
        "[" * 100_000,
        " " * (LONGEST_TEXT + 1),
        json.dumps({"game": "english", "moves": ["11-15 " * (MOST_MOVES + 1)]}),
    ],
    ids=lambda text: text[:50],
)
def test_a_wrong_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadText, match="BAD_TREE"):
        read_tree(text)


def test_deep_variations_are_refused() -> None:
    line: list[object] = ["11-15"]
    for _ in range(60):
        line = [{"m": "11-15", "v": [line]}]
    with pytest.raises(BadText, match="deep"):
        read_tree(json.dumps({"game": "english", "moves": line}))


def test_a_link_that_unpacks_to_too_much_is_refused() -> None:
    packed = zlib.compress(b" " * 50_000_000, wbits=-zlib.MAX_WBITS)
    with pytest.raises(BadText, match="BAD_TREE"):
        read_link(urlsafe_b64encode(packed).decode())


@given(st.text(max_size=30))
def test_any_text_of_a_link_is_a_tree_or_refused(text: str) -> None:
    with pytest.raises(DameroError):
        read_link(text)


def test_a_written_move_may_be_shorter_than_its_full_text() -> None:
    start = game("international").read_position("W:W28:B22,12,13")
    shorter = GameTree(start, (AnnotatedMove(str(start.legal_moves()[0])),))
    assert read_tree(write_tree(shorter)).main_path() == shorter.main_path()
