"""US-205: how games end; and what a state is as a position of the catalogue's protocol."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.stratego.positions import (
    EVERY_GAME,
    STRATEGO_GAME,
    blue,
    board_with,
    move,
    play_all,
    random_state,
    red,
    stand,
)
from tests.plies import move_texts

from damero.domain import reasons
from damero.domain.errors import BadText, IllegalMove
from damero.domain.game import Outcome
from damero.domain.stratego import GamePhase, GameState, PlayerSide, Position, Rank, apply_move, empty_setup, replay

FLAGS = {"a1": "M", "j10": "Y"}


def test_us_205_ac_01_taking_the_flag_wins() -> None:
    state = GameState(board_with({(1, 9): red(Rank.MINER), (0, 9): blue(Rank.FLAG), (0, 0): blue(Rank.MAJOR)}))
    game_state = apply_move(state, move(state, (1, 9), (0, 9)))
    assert game_state.phase == GamePhase.GAME_OVER
    assert game_state.winner == PlayerSide.RED
    assert game_state.outcome == Outcome("red", reasons.FLAG_CAPTURED)


def test_us_205_ac_02_a_side_with_only_bombs_and_flag_loses_when_it_should_move() -> None:
    pieces = {(9, 0): red(Rank.SCOUT), (0, 9): blue(Rank.FLAG), (0, 8): blue(Rank.BOMB), (1, 9): blue(Rank.BOMB)}
    state = GameState(board_with(pieces))
    game_state = apply_move(state, move(state, (9, 0), (8, 0)))
    assert game_state.phase == GamePhase.GAME_OVER
    assert game_state.winner == PlayerSide.RED
    assert game_state.outcome == Outcome("red", reasons.NO_MOVES)


@pytest.mark.parametrize("turn_number", [2999, 3000, 3001])
def test_us_205_ac_03_the_turn_limit_is_a_draw(turn_number: int) -> None:
    board = board_with({(9, 0): red(Rank.SCOUT), (0, 9): blue(Rank.SCOUT)})
    state = GameState(board, turn_number=turn_number)
    game_state = apply_move(state, move(state, (9, 0), (8, 0)))
    assert game_state.phase == GamePhase.GAME_OVER
    assert game_state.winner is None
    assert game_state.outcome == Outcome(None, reasons.TURN_LIMIT)


def test_us_205_ac_04_a_game_in_the_middle_goes_on() -> None:
    board = board_with({(9, 0): red(Rank.SCOUT), (0, 9): blue(Rank.SCOUT)})
    state = GameState(board, turn_number=2998)
    game_state = apply_move(state, move(state, (9, 0), (8, 0)))
    assert game_state.phase == GamePhase.PLAYING
    assert game_state.winner is None
    assert game_state.outcome is None


def test_us_205_example() -> None:
    state = stand("r", e4="F", e5="Y", a1="M", a10="R")
    attack_flag_move = move(state, (6, 4), (5, 4))
    state_with_blue_flag_captured = apply_move(state, attack_flag_move)
    assert state_with_blue_flag_captured.phase == GamePhase.GAME_OVER
    assert state_with_blue_flag_captured.winner == PlayerSide.RED


def test_taking_the_flag_counts_more_than_the_turn_limit() -> None:
    board = board_with({(1, 9): red(Rank.MINER), (0, 9): blue(Rank.FLAG), (0, 0): blue(Rank.MAJOR)})
    state = GameState(board, turn_number=2999)
    assert apply_move(state, move(state, (1, 9), (0, 9))).outcome == Outcome("red", reasons.FLAG_CAPTURED)


def test_a_side_whose_movers_are_all_blocked_loses() -> None:
    state = stand("r", e4="F", a10="Y", b10="W", c10="N", b9="N", a9="N", a1="M")
    after = state.play("e4-e5")
    assert after.outcome == Outcome("red", reasons.NO_MOVES)


def test_a_tie_that_leaves_both_sides_without_movers_is_a_draw() -> None:
    after = stand("r", e4="F", e5="R", a1="M", b1="B", j10="Y", i10="N").play("e4xe5")
    assert after.outcome == Outcome(None, reasons.NO_MOVES)
    assert after.winner is None


def test_a_tie_that_leaves_only_the_attacker_a_mover_wins_for_it() -> None:
    after = stand("r", e4="F", e5="R", a2="D", a1="M", j10="Y").play("e4xe5")
    assert after.outcome == Outcome("red", reasons.NO_MOVES)


def test_an_attacker_that_loses_its_last_mover_loses_when_its_turn_comes() -> None:
    state = stand("r", e4="F", e5="S", a1="M", j10="Y").play("e4xe5")
    assert state.outcome is None
    assert state.play("e5-e6").outcome == Outcome("blue", reasons.NO_MOVES)


def test_the_two_square_rule_can_leave_a_side_without_a_move() -> None:
    """Blue's general may go only b10–a10 and back, for bombs of its own stand around."""
    state = stand("r", e4="F", b10="W", c10="Y", b9="N", a9="N", a1="M")
    state = play_all(state, "e4-e5 b10-a10 e5-e6 a10-b10")
    after = state.play("e6-e7")
    assert after.outcome == Outcome("red", reasons.NO_MOVES)


def test_a_finished_game_has_no_moves_and_takes_none() -> None:
    over = stand("r", e4="F", e5="Y", a1="M", a10="R").play("e4xe5")
    assert over.to_move is None
    assert over.legal_moves() == over.routes() == ()
    for attempt in ("e5-e6", over.find):
        with pytest.raises(IllegalMove) as refused:
            over.play(attempt) if isinstance(attempt, str) else attempt(("e5", "e6"))
        assert refused.value.code == "GAME_NOT_ACTIVE"
    with pytest.raises(IllegalMove, match="not in progress"):
        apply_move(over, move(over, (5, 4), (4, 4)))


def test_a_set_up_is_not_yet_a_game() -> None:
    state = empty_setup()
    assert state.to_move is None
    assert state.legal_moves() == ()
    for seat in ("red", "blue", None):
        with pytest.raises(IllegalMove, match="not in progress"):
            state.view(seat)


def test_an_end_from_outside_opens_the_views() -> None:
    state = STRATEGO_GAME.initial()
    resigned = state.ended(Outcome("blue", reasons.RESIGNATION))
    assert resigned.winner is PlayerSide.BLUE
    assert resigned.view("red").text == state.text
    assert resigned.view(None).hidden == ()


def test_the_sides_take_turns_and_the_record_grows() -> None:
    state = stand("b", e4="F", e7="P", **FLAGS)
    assert state.to_move == "blue"
    after = play_all(state, "e7-e6 e4-e5 e6xe5=DF")
    assert move_texts(after) == ("e7-e6", "e4-e5", "e6xe5=DF")
    assert (after.to_move, after.turn_number) == ("red", 3)


def test_a_piece_that_moved_says_so_and_a_long_move_reveals_the_scout() -> None:
    state = stand("r", e4="D", f4="D", e7="R", **FLAGS)
    short = state.play("e4-e5").board.piece_at(Position(5, 4))
    long = state.play("f4-f8").board.piece_at(Position(2, 5))
    assert short is not None
    assert long is not None
    assert (short.moved, short.revealed) == (True, False)
    assert (long.moved, long.revealed) == (True, True)


def test_a_defender_that_survives_has_not_moved() -> None:
    after = stand("r", e4="F", e5="S", a2="D", **FLAGS).play("e4xe5")
    standing = after.board.piece_at(Position(5, 4))
    assert standing is not None
    assert (standing.moved, standing.revealed) == (False, True)


def test_a_move_of_another_kind_is_found_by_its_squares() -> None:
    class Touched:
        squares = ("e4", "e5")
        taken = ()

    after = stand("r", e4="F", e7="R", **FLAGS).play(Touched())
    assert move_texts(after) == ("e4-e5",)


CLAIMS = [
    ("e4xe5=FB", None),
    ("e4xe5=FM", None),
    ("e4xe5=GB", "WRONG_RESULT"),
    ("f4xf5=GH", "WRONG_RESULT"),
    ("f4xf5=GI", None),
]


@pytest.mark.parametrize(("text", "code"), CLAIMS)
def test_a_claimed_result_is_refused_only_if_the_mover_can_know_better(text: str, code: str | None) -> None:
    """e5 has not moved, f5 is known to be a major: what stands on e5 does not change the answer."""
    for hidden in "NYRT":
        state = revealed_major(hidden)
        if code is None:
            assert str(state.read_move(text)) == text.partition("=")[0]
        else:
            with pytest.raises(IllegalMove) as refused:
                state.read_move(text)
            assert refused.value.code == code


def revealed_major(hidden: str) -> GameState:
    """Red to move; Blue's major on f5 has beaten a lieutenant, the piece on e5 is hidden."""
    flag = {} if hidden == "Y" else {"j10": "Y"}
    state = stand("b", e4="F", f4="G", f5="G", g3="F", f6="U", e5=hidden, a1="M", **flag)
    return state.play("f6xf5")


def test_a_moved_piece_cannot_be_claimed_to_be_a_bomb() -> None:
    state = stand("b", e4="F", e6="R", **FLAGS).play("e6-e5")
    with pytest.raises(IllegalMove):
        state.read_move("e4xe5=FB")
    assert str(state.read_move("e4xe5=FL")) == "e4xe5"


def test_a_replay_finds_a_forged_fight() -> None:
    start = stand("r", e4="F", e5="R", d4="G", e10="W", **FLAGS)
    assert move_texts(replay(start, ("d4-d3", "e5xe4=FF"))) == ("d4-d3", "e5xe4=FF")
    with pytest.raises(BadText) as refused:
        replay(start, ("d4-d3", "e5xe4=FH"))
    assert (refused.value.line, refused.value.code) == (2, "WRONG_RESULT")


@given(st.integers(0, 2), st.integers(0, 60), st.integers(0, 300))
def test_a_record_replays_to_the_same_state(which: int, seed: int, plies: int) -> None:
    game = EVERY_GAME[which]
    start, state = random_state(game, seed, 0), random_state(game, seed, plies)
    assert replay(start, move_texts(state)) == state


@given(st.integers(0, 2), st.integers(0, 60), st.integers(0, 300))
def test_pieces_only_leave_by_fights_and_every_piece_is_accounted_for(which: int, seed: int, plies: int) -> None:
    state = random_state(EVERY_GAME[which], seed, plies)
    standing = sum(piece is not None for piece in state.board.cells)
    assert standing + len(state.fallen) == 2 * state.rules.army_size
    assert state.turn_number == len(state.plies)
