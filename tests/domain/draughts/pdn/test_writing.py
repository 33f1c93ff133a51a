"""Games as canonical PDN 3.0."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import at

from damero.domain import reasons
from damero.domain.draughts import position
from damero.domain.draughts.pdn import read_games, tree_of, write_game
from damero.domain.draughts.variants import ENGLISH, INTERNATIONAL, RUSSIAN
from damero.domain.errors import IllegalMove
from damero.domain.game import Outcome
from damero.domain.game_tree import AnnotatedMove, GameTree

ANNOTATED = """\
[Event "A \\"friendly\\" game"]
[White "Ana"]
[Black "Ben"]
[Result "1-0"]
[GameType "25"]
[ECO "A1"]

{Before the game.} 1. c3-d4 $1 b6-c5 $6 {a comment (with a bracket} 2. d4xb6 $3
a7xc5 ( {Instead} 2... c7xa5 3. g3-f4 ( 3. g3-h4 {deep} ) 3... a5-b4 ) 3. g3-f4
{[%clk 0:04:30.5][%emt 0:00:12][%eval -0.35] slow} *
"""


def test_a_game_is_written_in_its_canonical_form() -> None:
    (game,) = read_games(ANNOTATED)
    assert write_game(game.tree) == ANNOTATED


def test_variants_without_a_game_type_are_named_by_their_id() -> None:
    assert '[Result "*"]\n[Variant "drafti"]\n\n1. 22-18 *\n' in write_game(GameTree(at("drafti", START)).play("22-18"))


START = "W:W21-32:B1-12"


def test_a_capture_is_written_by_its_ends_where_they_are_clear() -> None:
    (game,) = read_games('[Variant "spanish-federation"] [SetUp "1"] [FEN "W:W5:B10,19,29"] 1. 5x14x23 *')
    assert '[GameType "24"]' in write_game(game.tree)
    assert write_game(game.tree).endswith("1. 5x23 *\n")


def test_a_capture_that_its_ends_do_not_tell_is_written_with_every_landing() -> None:
    text = '[GameType "21"]\n[SetUp "1"]\n[FEN "B:W14,15,22,23:B10"]\n\n'
    (game,) = read_games(text + "1. 10x19x26 *")
    assert write_game(game.tree).endswith("1. 10x19x26 *\n")
    (other,) = read_games(text + "1. 10x17x26 *")
    assert write_game(other.tree).endswith("1. 10x17x26 *\n")


def test_a_start_with_the_second_player_to_move_is_numbered_with_dots() -> None:
    tree = tree_of(at("russian", "B:W32:B1"), ["1-5", "32-28"], None, {})
    assert write_game(tree).endswith('[SetUp "1"]\n[FEN "B:Wg1:Bb8"]\n\n1... b8-a7 2. g1-h2 *\n')


def test_black_moves_first_where_the_rules_say_so() -> None:
    tree = tree_of(position.initial(ENGLISH), ["11-15", "23-19"], None, {})
    assert write_game(tree).endswith('[GameType "21"]\n\n1. 11-15 23-19 *\n')


@pytest.mark.parametrize(("winner", "result"), [("white", "1-0"), ("black", "0-1"), (None, "1/2-1/2")])
def test_the_outcome_becomes_the_result(winner: str | None, result: str) -> None:
    tree = tree_of(position.initial(RUSSIAN), [], Outcome(winner, reasons.RESIGNATION), {"White": "Ana"})
    assert write_game(tree).startswith(f'[White "Ana"]\n[Result "{result}"]\n')


@pytest.mark.parametrize(("winner", "result"), [("white", "2-0"), ("black", "0-2"), (None, "1-1")])
def test_international_games_are_written_with_two_points(winner: str | None, result: str) -> None:
    tree = tree_of(position.initial(INTERNATIONAL), [], Outcome(winner, reasons.RESIGNATION), {})
    assert f'[Result "{result}"]\n[GameType "20"]' in write_game(tree)


@pytest.mark.parametrize(("winner", "result"), [("white", "0-1"), ("black", "1-0")])
def test_the_first_point_belongs_to_the_side_that_moves_first(winner: str, result: str) -> None:
    text = write_game(tree_of(position.initial(ENGLISH), [], Outcome(winner, reasons.RESIGNATION), {}))
    assert f'[Result "{result}"]' in text
    assert read_games(text)[0].tree.result == winner


def test_what_a_caller_says_of_rules_start_and_result_does_not_count() -> None:
    tags = {"Result": "0-1", "GameType": "20", "Variant": "x", "SetUp": "1", "FEN": "y", "Round": "3"}
    assert tree_of(position.initial(RUSSIAN), [], None, tags).headers == (("Round", "3"),)


def test_a_line_break_in_a_tag_becomes_a_space() -> None:
    assert '[White "A \\"B\\""]\n' in write_game(tree_of(position.initial(RUSSIAN), [], None, {"White": 'A\n"B"'}))


@pytest.mark.parametrize(("name", "written"), [("elo", "Elo"), ("Bílý hráč", "B_l__hr__"), ("1st", "X1st")])
def test_the_names_of_tags_have_only_the_characters_that_the_standard_allows(name: str, written: str) -> None:
    assert f'[{written} "x"]' in write_game(tree_of(position.initial(RUSSIAN), [], None, {name: "x"}))


def test_lines_are_at_most_80_characters_long() -> None:
    walk = ["50-45", "1-6", "45-50", "6-1"]
    back = ["50-45", "6-1", "45-50", "1-6"]
    long = tree_of(at("international", "W:WK50,36,46:BK1,15"), [*walk, *walk[:3], "15-20", *back], None, {})
    movetext = write_game(long).splitlines()[5:]
    assert len(movetext) > 1
    assert all(len(line) <= 80 for line in movetext)


def test_a_comment_cannot_end_early_or_look_like_a_tag() -> None:
    words = "x" * 75
    tree = GameTree(position.initial(RUSSIAN), comment=f'{words} [Event "not a tag"] {{a}} *')
    (game,) = read_games(write_game(tree))
    assert game.tree.comment == f'{words} [Event "not a tag"] {{a) *'


def test_an_illegal_game_cannot_be_written() -> None:
    with pytest.raises(IllegalMove, match="ILLEGAL_MOVEMENT"):
        write_game(GameTree(position.initial(RUSSIAN), (AnnotatedMove("21-9"),)))
