from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.banqi.positions import BANQI_GAME, TAIWAN_GAME, moves_of, stand
from tests.plies import move_texts
from tests.random_play import random_moves, random_position

from damero.domain import reasons
from damero.domain.banqi import BanqiGame, Colour, Piece, Position, Status, captured_by, status_of, winner_of
from damero.domain.errors import IllegalMove
from damero.domain.game import Outcome, in_order

GAMES = st.sampled_from([BANQI_GAME, TAIWAN_GAME])
SEEDS = st.integers(0, 2**32)


def test_a_match_waits_for_its_first_flip() -> None:
    position = BANQI_GAME.initial()
    assert status_of(position) is Status.WAITING_FIRST_FLIP
    assert position.current_turn is None
    assert winner_of(position) is None
    assert position.to_move == "first"
    assert len(position.board) == 32
    assert all(piece and not piece.revealed and not piece.dead for piece in position.board)
    assert position.colour_of("first") is None
    assert position.colour_of("second") is None


def test_the_deal_is_the_permutation_handed_in() -> None:
    dealt = BANQI_GAME.initial(lambda pieces: list(reversed(pieces)))
    assert dealt.board == tuple(reversed(BANQI_GAME.initial(in_order).board))


@pytest.mark.parametrize(("square", "colour"), [("a4", Colour.RED), ("h1", Colour.BLACK)])
def test_the_first_flip_gives_the_flipper_its_colour_and_another_action(square: str, colour: Colour) -> None:
    flipped = BANQI_GAME.initial().play(f"{square}?")
    assert status_of(flipped) is Status.IN_PROGRESS
    assert flipped.current_turn is colour
    assert flipped.colour_of("first") is colour
    assert flipped.colour_of("second") is colour.opponent
    assert flipped.to_move == "first"
    again = flipped.play("b4?")
    assert again.current_turn is colour.opponent
    assert again.to_move == "second"


@pytest.mark.parametrize(("square", "colour"), [("a4", Colour.RED), ("h1", Colour.BLACK)])
def test_in_taiwan_the_turn_passes_after_the_first_flip(square: str, colour: Colour) -> None:
    flipped = TAIWAN_GAME.initial().play(f"{square}?")
    assert flipped.colour_of("first") is colour
    assert flipped.current_turn is colour.opponent
    assert flipped.to_move == "second"
    assert flipped.play("b4?").to_move == "first"


def test_a_side_is_assigned_once() -> None:
    position = BANQI_GAME.initial().play("a4?").play("h1?").play("g1?")
    assert position.colour_of("first") is Colour.RED
    assert position.current_turn is Colour.RED


def test_a_flip_reveals_one_piece_and_moves_none() -> None:
    before = BANQI_GAME.initial()
    after = before.play("b3?")
    changed = [index for index in range(32) if before.board[index] != after.board[index]]
    assert changed == [9]
    assert after.board[9] == before.board[9].flipped()


def test_a_move_leaves_its_square_empty() -> None:
    before = stand("K7/8/8/7k", "r")
    after = before.play("a4-a3")
    assert after.board[0] is None
    assert after.board[8] == before.board[0]
    assert after.current_turn is Colour.BLACK


def test_a_captured_piece_is_dead_and_listed_by_its_captor() -> None:
    before = stand("Kg6/8/8/7k", "r")
    after = before.play("a4xb4")
    taken = captured_by(after, Colour.RED)[-1]
    assert (taken.id, taken.dead, taken.revealed) == (before.board[1].id, True, True)
    assert after.board[1] == before.board[0]
    assert after.board[0] is None
    assert len(captured_by(after, Colour.RED)) == len(captured_by(before, Colour.RED)) + 1
    assert captured_by(after, Colour.BLACK) == captured_by(before, Colour.BLACK)
    assert {piece.colour for piece in captured_by(after, Colour.RED)} == {Colour.BLACK}
    assert {piece.colour for piece in captured_by(after, Colour.BLACK)} == {Colour.RED}


def test_who_has_lost_all_sixteen_pieces_loses() -> None:
    over = stand("Kg6/8/8/8", "r").play("a4xb4")
    assert over.outcome == Outcome("first", reasons.ALL_CAPTURED)
    assert status_of(over) is Status.ENDED
    assert winner_of(over) is Colour.RED
    assert over.to_move is None
    assert over.legal_moves() == ()


def test_who_has_no_action_loses() -> None:
    blocked = stand("hR6/1R6/8/8", "r").play("b3-a3")
    assert blocked.outcome == Outcome("first", reasons.NO_MOVES)
    assert winner_of(blocked) is Colour.RED


def test_a_flip_can_leave_the_next_side_without_an_action() -> None:
    """Tested after flips too: the last face-down piece shuts the enemy in."""
    over = stand("hR6/?7/8/8", "r", "R").play("a3?")
    assert over.outcome == Outcome("first", reasons.NO_MOVES)


def test_a_face_down_piece_is_always_an_action_left() -> None:
    assert stand("hR6/?7/8/8", "b", "R").outcome is None
    assert moves_of(stand("hR6/?7/8/8", "b", "R")) == {"a3?"}


def walk(position: Position, *, plies: int) -> Position:
    """Kings going round and round the board, so that no position comes back before the twenty-fifth move."""
    ring = [
        "a4",
        "b4",
        "c4",
        "d4",
        "e4",
        "f4",
        "g4",
        "h4",
        "h3",
        "h2",
        "h1",
        "g1",
        "f1",
        "e1",
        "d1",
        "c1",
        "b1",
        "a1",
        "a2",
        "a3",
    ]
    short = ["g2", "f2", "e2", "d2", "c2", "b2", "b3", "c3", "d3", "e3", "f3", "g3"]
    for ply in range(plies):
        path, step = (ring, ply // 2) if ply % 2 == 0 else (short, ply // 2)
        position = position.play(f"{path[step % len(path)]}-{path[(step + 1) % len(path)]}")
    return position


def test_a_hundred_plies_without_flip_or_capture_are_a_draw() -> None:
    position = walk(stand("K7/8/6k1/8", "r"), plies=99)
    assert position.outcome is None
    assert position.quiet_plies == 99
    drawn = walk(stand("K7/8/6k1/8", "r"), plies=100)
    assert drawn.outcome == Outcome(None, reasons.NO_PROGRESS)
    assert status_of(drawn) is Status.ENDED
    assert winner_of(drawn) is None


def test_a_flip_or_a_capture_starts_the_count_again() -> None:
    position = stand("K5?p/8/8/7k", "r", "P").play("a4-a3").play("h1-h2")
    assert position.quiet_plies == 2
    assert position.play("g4?").quiet_plies == 0
    later = stand("R1p5/8/8/7k", "r").play("a4-b4").play("h1-h2")
    assert later.quiet_plies == 2
    assert later.play("b4xc4").quiet_plies == 0


BACK_AND_FORTH = ("a4-a3", "h1-h2", "a3-a4", "h2-h1")


def test_in_taiwan_a_third_repetition_is_a_draw() -> None:
    position = stand("K7/8/8/7k", "r", game=TAIWAN_GAME)
    for text in BACK_AND_FORTH * 2:
        assert position.outcome is None
        position = position.play(text)
    assert position.outcome == Outcome(None, reasons.REPETITION)


def test_elsewhere_repetition_is_no_draw() -> None:
    position = stand("K7/8/8/7k", "r")
    for text in BACK_AND_FORTH * 24:
        position = position.play(text)
        assert position.outcome is None
    assert position.seen == ()


def test_a_win_counts_before_a_draw() -> None:
    last = replace(stand("hR6/1R6/8/8", "r"), quiet_plies=99)
    assert last.play("b3-b2").outcome == Outcome(None, reasons.NO_PROGRESS)
    assert last.play("b3-a3").outcome == Outcome("first", reasons.NO_MOVES)


def test_a_position_is_a_value() -> None:
    position = BANQI_GAME.initial()
    with pytest.raises(FrozenInstanceError):
        position.quiet_plies = 3  # type: ignore[misc]
    assert position == BANQI_GAME.initial()
    assert position.play("a4?") == BANQI_GAME.initial().play("a4?")


def test_the_record_says_what_each_flip_showed() -> None:
    position = BANQI_GAME.initial().play("a4?").play("b4?")
    assert move_texts(position) == ("a4=K", "b4=G")


def test_a_refused_action_changes_nothing() -> None:
    position = BANQI_GAME.initial().play("a4?")
    before = position.text, move_texts(position)
    with pytest.raises(IllegalMove):
        position.play("a4-b4")
    assert (position.text, move_texts(position)) == before


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, game=GAMES)
def test_the_data_model_holds_in_every_position_of_a_game(seed: int, game: BanqiGame) -> None:
    revealed: set[str] = set()
    dead: set[str] = set()
    for position, _ in random_moves(game, seed):
        assert isinstance(position, Position)
        check_pieces(position)
        pieces = [piece for piece in (*position.board, *position.captured) if piece]
        now_revealed, now_dead = (
            {piece.id for piece in pieces if getattr(piece, mark)} for mark in ("revealed", "dead")
        )
        assert revealed <= now_revealed
        assert dead <= now_dead
        assert now_dead <= now_revealed
        revealed, dead = now_revealed, now_dead


def check_pieces(position: Position) -> None:
    assert len(position.board) == 32
    on_board = [piece for piece in position.board if piece]
    ids = [piece.id for piece in (*on_board, *position.captured)]
    assert len(ids) == len(set(ids)) == 32
    assert not any(piece.dead for piece in on_board)
    assert all(isinstance(piece, Piece) and piece.dead for piece in position.captured)
    assert (position.current_turn is None) == (status_of(position) is Status.WAITING_FIRST_FLIP)
    assert (winner_of(position) is None) or status_of(position) is Status.ENDED
    assert len(captured_by(position, Colour.RED)) + len(captured_by(position, Colour.BLACK)) == len(position.captured)


@given(seed=SEEDS, game=GAMES, plies=st.integers(0, 500))
def test_nobody_wins_without_all_captured_or_no_action(seed: int, game: BanqiGame, plies: int) -> None:
    position = random_position(game, seed, plies)
    outcome = position.outcome
    if outcome is None:
        assert position.legal_moves()
    elif outcome.reason is reasons.ALL_CAPTURED:
        assert max(len(captured_by(position, Colour.RED)), len(captured_by(position, Colour.BLACK))) == 16
    elif outcome.reason is reasons.NO_PROGRESS:
        assert position.quiet_plies == 100
    elif outcome.reason is reasons.REPETITION:
        assert position.rules.repetition == 3
    else:
        assert outcome.reason is reasons.NO_MOVES
        assert not any(piece and not piece.revealed for piece in position.board)
