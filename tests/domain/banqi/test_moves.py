from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.banqi.positions import BANQI_GAME, TAIWAN_GAME, moves_of, stand
from tests.random_play import random_position

from damero.domain import reasons
from damero.domain.banqi import Action, BanqiGame, Capture, Flip, Move, Position
from damero.domain.banqi.moves import check
from damero.domain.errors import IllegalMove

RANKS = "KGMRHCP"

TAKES_BESIDE = """
  K G M R H C P
K x x x x x x .
G . x x x x x x
M . . x x x x x
R . . . x x x x
H . . . . x x x
C . . . . . . .
P x . . . . . x
"""


def beside_table() -> list[tuple[str, str, bool]]:
    rows = TAKES_BESIDE.strip("\n").splitlines()[1:]
    return [(row[0], target, mark == "x") for row in rows for target, mark in zip(RANKS, row[2::2], strict=True)]


@pytest.mark.parametrize(("attacker", "target", "takes"), beside_table())
def test_who_takes_whom_on_the_next_square(attacker: str, target: str, takes: bool) -> None:
    red = stand(f"{attacker}{target.lower()}6/8/8/8", "r")
    assert ("a4xb4" in moves_of(red)) == takes
    black = stand(f"{target}{attacker.lower()}6/8/8/8", "b")
    assert ("b4xa4" in moves_of(black)) == takes


def test_a_piece_moves_one_step_up_down_left_or_right() -> None:
    assert moves_of(stand("8/2R5/8/7k", "r")) == {"c3-c4", "c3-c2", "c3-b3", "c3-d3"}


def test_nothing_moves_diagonally_or_round_the_edge() -> None:
    assert moves_of(stand("7R/8/8/k7", "r")) == {"h4-h3", "h4-g4"}


def test_any_face_down_piece_may_be_flipped_by_either_side() -> None:
    assert moves_of(stand("?6K/8/8/7k", "r", "p")) == {"a4?", "h4-g4", "h4-h3"}
    assert moves_of(stand("?6K/8/8/7k", "b", "p")) == {"a4?", "h1-g1", "h1-h2"}


def test_the_first_action_of_a_game_is_a_flip() -> None:
    assert moves_of(BANQI_GAME.initial()) == {f"{file}{rank}?" for file in "abcdefgh" for rank in "1234"}


@pytest.mark.parametrize("target", "kgmrhcp")
def test_a_cannon_takes_anything_behind_exactly_one_piece(target: str) -> None:
    assert "a4xc4" in moves_of(stand(f"CP{target}5/8/8/8", "r"))


@pytest.mark.parametrize("screen", ["P", "p", "?"])
def test_a_screen_is_any_piece_of_any_colour_face_up_or_down(screen: str) -> None:
    deal = "h" if screen == "?" else ""
    assert "a4xh4" in moves_of(stand(f"C2{screen}3k/8/8/8", "r", deal))


def test_a_cannon_takes_along_columns_too() -> None:
    assert "c4xc1" in moves_of(stand("2C5/8/2P5/2k5", "r"))


@pytest.mark.parametrize("between", ["6", "PP4", "P2P2", "Pp4"])
def test_a_cannon_needs_exactly_one_screen(between: str) -> None:
    assert "a4xh4" not in moves_of(stand(f"C{between}k/8/8/8", "r"))


def test_a_cannon_never_takes_a_face_down_piece_or_its_own() -> None:
    assert not any("x" in move for move in moves_of(stand("CP?5/8/8/7k", "r", "p")))
    assert not any("x" in move for move in moves_of(stand("CPP5/8/8/7k", "r")))


def test_face_down_pieces_are_never_taken() -> None:
    assert moves_of(stand("K?6/8/8/7k", "r", "p")) == {"b4?", "a4-a3"}


REFUSALS = [
    ("a4-b3", "NOT_ADJACENT", ("a4", "b3")),
    ("a4-a2", "NOT_ADJACENT", ("a4", "a2")),
    ("a4-b4", "NOT_EMPTY", ("b4",)),
    ("a4-a4", "NOT_EMPTY", ("a4",)),
    ("a4xa4", "OWN_PIECE", ("a4",)),
    ("a4xa3", "NO_PIECE", ("a3",)),
    ("d2-d1", "NO_PIECE", ("d2",)),
    ("d2?", "NO_PIECE", ("d2",)),
    ("a4?", "ALREADY_REVEALED", ("a4",)),
    ("h4-h3", "NOT_REVEALED", ("h4",)),
    ("e4xf4", "NOT_REVEALED", ("f4",)),
    ("b4-b3", "NOT_YOUR_PIECE", ("b4",)),
    ("d4xe4", "OWN_PIECE", ("e4",)),
    ("a4xc4", "NOT_ADJACENT", ("a4", "c4")),
    ("a4xb4", "KING_TAKES_PAWN", ("a4", "b4")),
    ("d4xc4", "RANK_TOO_LOW", ("d4", "c4")),
    ("a1xb1", "CANNON_ADJACENT", ("a1", "b1")),
    ("a1xd1", "CANNON_NEEDS_SCREEN", ("a1", "b1", "c1", "d1")),
    ("a1xb4", "CANNON_NEEDS_SCREEN", ("a1", "b4")),
    ("a9-b4", "INVALID_INDEX", ()),
    ("a4-i4", "INVALID_INDEX", ()),
    ("z1?", "INVALID_INDEX", ()),
]


@pytest.mark.parametrize(("text", "code", "squares"), REFUSALS)
def test_a_refusal_names_its_cause_and_the_squares(text: str, code: str, squares: tuple[str, ...]) -> None:
    position = stand("KpkHG?1?/8/8/Cppp4", "r", "hh")
    with pytest.raises(IllegalMove) as refused:
        position.play(text)
    assert (refused.value.code, refused.value.squares) == (code, squares)
    assert refused.value.sentence.endswith(".")


def test_only_a_flip_can_begin_a_game() -> None:
    for text in ("a4-a3", "a4xa3"):
        with pytest.raises(IllegalMove, match="FIRST_ACTION_MUST_FLIP"):
            BANQI_GAME.initial().play(text)


def test_nothing_is_played_after_the_end() -> None:
    over = stand("K7/8/8/8", "b")
    assert over.outcome is not None
    assert over.outcome.reason is reasons.ALL_CAPTURED
    for text in ("a4-a3", "a4?", "z9?"):
        with pytest.raises(IllegalMove, match="GAME_NOT_ACTIVE"):
            over.play(text)
    for squares in (["a4"], ["a4", "z9"], []):
        with pytest.raises(IllegalMove, match="GAME_NOT_ACTIVE"):
            over.find(squares)


@pytest.mark.parametrize("action", [Flip(32), Flip(-1), Move(0, 32), Move(-1, 0), Capture(99, 0), Capture(0, -8)])
def test_indices_off_the_board_are_refused(action: Action) -> None:
    with pytest.raises(IllegalMove, match="INVALID_INDEX"):
        stand("K7/8/8/7k", "r").play(action)


def test_squares_name_an_action() -> None:
    position = stand("Kg?5/8/8/8", "r", "p")
    assert str(position.find(["c4"])) == "c4?"
    assert str(position.find(["a4", "a3"])) == "a4-a3"
    assert str(position.find(["a4", "b4"])) == "a4xb4"


@pytest.mark.parametrize("squares", [[], ["a4", "a3", "a2"], ["x9"]])
def test_squares_that_name_no_action_are_refused(squares: list[str]) -> None:
    with pytest.raises(IllegalMove, match="INVALID_INDEX"):
        stand("K7/8/8/7k", "r").find(squares)


def test_actions_are_tagged_and_know_their_indices() -> None:
    assert (Flip(9).type, Flip(9).piece_index, Flip(9).squares, Flip(9).taken) == ("flip", 9, ("b3",), ())
    move, capture = Move(9, 1), Capture(9, 1)
    assert (move.type, move.from_index, move.to_index, move.squares, move.taken) == ("move", 9, 1, ("b3", "b4"), ())
    assert (capture.type, capture.squares, capture.taken) == ("capture", ("b3", "b4"), ("b4",))


def every_action() -> list[Action]:
    pairs = [(start, end) for start in range(32) for end in range(32)]
    return [*map(Flip, range(32)), *(Move(*pair) for pair in pairs), *(Capture(*pair) for pair in pairs)]


EVERY_ACTION = every_action()


def is_accepted(position: Position, action: Action) -> bool:
    try:
        check(position.cells, position.current_turn, action)
    except IllegalMove:
        return False
    return True


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 200), game=st.sampled_from([BANQI_GAME, TAIWAN_GAME]))
def test_the_legal_moves_are_exactly_those_that_are_not_refused(seed: int, plies: int, game: BanqiGame) -> None:
    position = random_position(game, seed, plies)
    assert isinstance(position, Position)
    if position.outcome is None:
        accepted = [action for action in EVERY_ACTION if is_accepted(position, action)]
        assert set(position.legal_moves()) == set(accepted)
        assert len(position.legal_moves()) == len(accepted)
