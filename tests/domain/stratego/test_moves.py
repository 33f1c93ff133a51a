"""US-202 and US-203: how pieces move, and why a move is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.stratego.positions import EVERY_GAME, blue, board_with, move, moves_of, random_state, red, stand
from tests.plies import move_texts

from damero.domain.catalogue import game as game_of
from damero.domain.errors import IllegalMove
from damero.domain.stratego import (
    GameState,
    Move,
    Piece,
    PlayerSide,
    Position,
    Rank,
    RulesViolationError,
    ValidationResult,
    apply_move,
    validate_move,
    why_not,
)
from damero.domain.stratego.board import NAMES

OK, INVALID = ValidationResult.OK, ValidationResult.INVALID
FLAGS = {"a1": "M", "j10": "Y"}


def alone(piece: Piece, place: tuple[int, int], **others: Piece) -> GameState:
    """A state with this piece and a blue one far away, so that the game goes on."""
    return GameState(board_with({place: piece, (0, 9): blue(Rank.MAJOR)}), side=piece.side)


# The document's cases on (5,6) and (5,7) stand one row lower, because those two squares are lakes.
def test_us_202_ac_01_a_sergeant_moves_one_square() -> None:
    state = alone(red(Rank.SERGEANT), (6, 5))
    assert validate_move(state, move(state, (6, 5), (6, 6))) is OK


def test_us_202_ac_02_a_sergeant_does_not_move_two_squares() -> None:
    state = alone(red(Rank.SERGEANT), (6, 5))
    assert validate_move(state, move(state, (6, 5), (6, 7))) is INVALID
    assert refusal(state, (6, 5), (6, 7)).code == "TOO_FAR"


def test_us_202_ac_03_a_sergeant_does_not_move_diagonally() -> None:
    state = alone(red(Rank.SERGEANT), (5, 5))
    assert validate_move(state, move(state, (5, 5), (6, 6))) is INVALID
    assert refusal(state, (5, 5), (6, 6)).code == "NOT_IN_LINE"


def test_us_202_ac_04_nobody_enters_a_lake() -> None:
    state = alone(red(Rank.SERGEANT), (4, 1))
    assert validate_move(state, move(state, (4, 1), (4, 2))) is INVALID
    assert refusal(state, (4, 1), (4, 2)).code == "LAKE"


def test_us_202_lakes_win_where_the_document_contradicts_itself() -> None:
    state = alone(red(Rank.SERGEANT), (5, 5))
    assert refusal(state, (5, 5), (5, 6)).code == "LAKE"
    assert refusal(state, (5, 5), (5, 7)).code == "LAKE"


@pytest.mark.parametrize("target", [(8, 9), (9, 8), (0, 0), (9, 9), (5, 6), (10, 9), (9, 10)])
def test_us_202_ac_05_a_bomb_is_immovable(target: tuple[int, int]) -> None:
    state = alone(red(Rank.BOMB), (9, 9))
    for attempt in (validate_move, apply_move):
        with pytest.raises(RulesViolationError, match="immovable"):
            attempt(state, move(state, (9, 9), target))


@pytest.mark.parametrize("target", [(8, 0), (9, 1), (0, 9), (9, -1), (10, 0)])
def test_us_202_ac_06_a_flag_is_immovable(target: tuple[int, int]) -> None:
    state = alone(red(Rank.FLAG), (9, 0))
    for attempt in (validate_move, apply_move):
        with pytest.raises(RulesViolationError, match="immovable"):
            attempt(state, move(state, (9, 0), target))


@pytest.mark.parametrize("rank", [Rank.BOMB, Rank.FLAG])
@pytest.mark.parametrize("target", ["a2", "b1", "j10", "k1", "a0", "?"])
def test_bombs_and_flags_are_immovable_wherever_they_should_go_and_whoever_is_to_move(rank: Rank, target: str) -> None:
    board = board_with({(9, 0): red(rank), (6, 5): red(Rank.CAPTAIN), (0, 9): blue(Rank.MAJOR)})
    for state in (GameState(board), GameState(board, side=PlayerSide.BLUE)):
        mine = state.refusal_in_any_turn("red", ("a1", target))
        theirs = state.refusal_in_any_turn("blue", ("a1", target))
        assert (mine and mine.code, theirs and theirs.code) == ("IMMOVABLE", "NOT_YOUR_PIECE")
        code = "IMMOVABLE" if state.side is PlayerSide.RED else "NOT_YOUR_PIECE"
        with pytest.raises(RulesViolationError, match=code):
            state.find(("a1", target))
        with pytest.raises(RulesViolationError, match=code):
            state.read_move(f"a1-{target}")


def test_us_202_ac_07_the_third_move_between_two_squares_is_refused() -> None:
    captain = red(Rank.CAPTAIN)
    major = blue(Rank.MAJOR)
    here, there = Position(6, 5), Position(6, 6)
    state_0 = GameState(board_with({here: captain, (0, 9): major}))
    state_1 = apply_move(state_0, Move(piece=captain, from_pos=here, to_pos=there))
    state_1 = apply_move(state_1, Move(piece=major, from_pos=Position(0, 9), to_pos=Position(0, 8)))
    state_2 = apply_move(state_1, Move(piece=captain, from_pos=there, to_pos=here))
    state_2 = apply_move(state_2, Move(piece=major, from_pos=Position(0, 8), to_pos=Position(0, 7)))
    third = Move(piece=captain, from_pos=here, to_pos=there)
    assert validate_move(state_2, third) == INVALID
    fault = why_not(state_2, third)
    assert fault is not None
    assert fault.code == "TWO_SQUARE_RULE"


def test_us_203_ac_01_a_scout_crosses_an_empty_column() -> None:
    state = alone(red(Rank.SCOUT), (6, 4))
    result = validate_move(state, move(state, (6, 4), (2, 4)))
    assert result == ValidationResult.OK


def scout_facing(piece: Piece) -> GameState:
    return GameState(board_with({(6, 4): red(Rank.SCOUT), (4, 4): piece, (0, 9): blue(Rank.MAJOR)}))


def test_us_203_ac_02_a_scout_does_not_pass_a_friend() -> None:
    state = scout_facing(red(Rank.SERGEANT))
    assert validate_move(state, move(state, (6, 4), (3, 4))) is INVALID
    assert refusal(state, (6, 4), (3, 4)).code == "BLOCKED"


def test_us_203_ac_03_a_scout_attacks_the_first_enemy() -> None:
    state = scout_facing(blue(Rank.SPY))
    attack = move(state, (6, 4), (4, 4))
    assert validate_move(state, attack) is OK
    after = apply_move(state, attack)
    assert move_texts(after) == ("e4xe6=DC",)
    assert after.taken == ("blue-spy",)


def test_us_203_ac_04_a_scout_does_not_jump_an_enemy() -> None:
    state = scout_facing(blue(Rank.SERGEANT))
    assert validate_move(state, move(state, (6, 4), (3, 4))) is INVALID
    assert refusal(state, (6, 4), (3, 4)).squares == ("e6",)


def test_us_203_ac_05_a_scout_does_not_move_diagonally() -> None:
    state = alone(red(Rank.SCOUT), (5, 5))
    assert validate_move(state, move(state, (5, 5), (3, 3))) is INVALID


@pytest.mark.parametrize(("origin", "target"), [((4, 1), (4, 4)), ((3, 2), (6, 2)), ((5, 4), (5, 1)), ((6, 3), (3, 3))])
def test_us_203_ac_06_a_scout_does_not_cross_a_lake(origin: tuple[int, int], target: tuple[int, int]) -> None:
    state = alone(red(Rank.SCOUT), origin)
    assert validate_move(state, move(state, origin, target)) is INVALID
    assert refusal(state, origin, target).code == "LAKE"


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (1, 0), (0, -1), (0, 1)], ids=["up", "down", "left", "right"])
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_a_scout_goes_any_distance_in_four_directions(row: int, col: int, distance: int) -> None:
    state = alone(red(Rank.SCOUT), (6, 4))
    target = Position(6 + row * distance, 4 + col * distance)
    assert validate_move(state, move(state, (6, 4), target)) is OK


def refusal(state: GameState, origin: tuple[int, int], target: tuple[int, int]) -> RulesViolationError:
    fault = why_not(state, move(state, origin, target))
    assert fault is not None
    return fault


def test_the_legal_moves_of_a_small_position() -> None:
    state = stand("r", e4="D", e6="R", a4="F", b4="B", **FLAGS)
    steps = "a4-a5 a4-a3 e4-e5 e4xe6 e4-e3 e4-e2 e4-e1 e4-d4 e4-c4 e4-f4 e4-g4 e4-h4 e4-i4 e4-j4"
    assert moves_of(state) == set(steps.split())


def test_a_move_names_its_squares_and_what_it_attacks() -> None:
    state = stand("r", e4="D", e6="R", **FLAGS)
    attack, quiet = state.find(("e4", "e6")), state.find(("e4", "e5"))
    assert (attack.squares, attack.taken, str(attack)) == (("e4", "e6"), ("e6",), "e4xe6")
    assert (quiet.squares, quiet.taken, str(quiet)) == (("e4", "e5"), (), "e4-e5")


CODES = [
    ("e5-e6", "NO_PIECE_AT_SOURCE"),
    ("c6-c7", "NO_PIECE_AT_SOURCE"),
    ("e7-e6", "NOT_YOUR_PIECE"),
    ("a1-a2", "IMMOVABLE"),
    ("b1-b2", "IMMOVABLE"),
    ("c4-c5", "LAKE"),
    ("e4-d4", "OWN_PIECE"),
    ("e4-e4", "OWN_PIECE"),
    ("e4-f5", "NOT_IN_LINE"),
    ("e4-e6", "TOO_FAR"),
    ("j4-f4", "BLOCKED"),
    ("e4xe5", "ILLEGAL_MOVEMENT"),
]


@pytest.mark.parametrize(("text", "code"), CODES)
def test_a_refusal_names_its_cause(text: str, code: str) -> None:
    state = stand("r", e4="F", d4="F", c4="G", e7="R", b1="B", j4="D", h4="G", a1="M", j10="Y")
    with pytest.raises(IllegalMove) as refused:
        state.play(text)
    assert refused.value.code == code
    assert refused.value.sentence


def test_the_document_s_moves_are_refused_with_the_shared_codes() -> None:
    state = stand("r", e4="F", e7="R", **FLAGS)
    here = Position(6, 4)
    assert fault_of(state, Move(blue(Rank.SERGEANT), Position(3, 4), Position(4, 4))) == "INVALID_TURN"
    assert fault_of(state, Move(red(Rank.SERGEANT), Position(3, 4), Position(4, 4))) == "NOT_YOUR_PIECE"
    assert fault_of(state, Move(red(Rank.MAJOR), here, Position(5, 4))) == "WRONG_PIECE"
    assert fault_of(state, Move(red(Rank.BOMB), here, Position(5, 4))) == "WRONG_PIECE"
    assert fault_of(state, Move(red(Rank.SERGEANT), here, Position(6, 10))) == "OFF_BOARD"
    assert fault_of(state, Move(red(Rank.SERGEANT), Position(-4, 4), here)) == "OFF_BOARD"


def fault_of(state: GameState, wanted: Move) -> str:
    fault = why_not(state, wanted)
    assert fault is not None
    return fault.code


@pytest.mark.parametrize("squares", [(), ("e4",), ("e4", "e5", "e6")])
def test_a_move_needs_two_squares(squares: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="origin and a destination"):
        stand("r", e4="F", e7="R", **FLAGS).find(squares)


def test_a_square_that_does_not_exist_is_refused() -> None:
    with pytest.raises(IllegalMove) as refused:
        stand("r", e4="F", e7="R", **FLAGS).find(("e4", "k4"))
    assert refused.value.code == "OFF_BOARD"


@settings(max_examples=40)
@given(st.integers(0, 2), st.integers(0, 60), st.integers(0, 400))
def test_a_request_is_refused_exactly_if_no_legal_move_has_its_squares(which: int, seed: int, plies: int) -> None:
    state = random_state(EVERY_GAME[which], seed, plies)
    legal = {found.squares: found for found in state.legal_moves()}
    for origin in NAMES[seed % 7 :: 7]:
        for target in NAMES[plies % 3 :: 3]:
            if (origin, target) in legal:
                assert state.find((origin, target)) == legal[origin, target]
            else:
                with pytest.raises(IllegalMove):
                    state.find((origin, target))


@given(st.integers(0, 2), st.integers(0, 60), st.integers(0, 400))
def test_every_legal_move_moves_an_own_mover_along_a_free_line(which: int, seed: int, plies: int) -> None:
    state = random_state(EVERY_GAME[which], seed, plies)
    for found in state.legal_moves():
        assert found.piece.side is state.side
        assert found.piece.rank.is_movable
        assert not state.board.is_lake(found.target)
        standing = state.board.piece_at(found.target)
        assert found.attacks is (standing is not None)
        assert standing is None or standing.side is PlayerSide(state.side).opponent
        assert validate_move(state, found) is OK


@pytest.mark.parametrize(
    ("attacker", "defender", "winner"),
    [
        ("red-captain", "blue-lieutenant", "red-captain"),
        ("red-lieutenant", "blue-captain", "blue-captain"),
        ("red-captain", "blue-captain", None),
        ("red-miner", "blue-bomb", "red-miner"),
    ],
)
def test_a_ply_tells_the_pieces_of_its_fight_and_the_winner(attacker: str, defender: str, winner: str | None) -> None:
    game = game_of("stratego")
    pieces = {"a1": "red-flag", "j10": "blue-flag", "i10": "blue-miner", "b1": "red-miner"}
    position = game.read_position(game.write_pieces({**pieces, "e5": attacker, "e6": defender}, "red"))
    fight = position.play("e5xe6").plies[-1].fight
    assert fight is not None
    assert (fight.attacker, fight.defender, fight.winner) == (attacker, defender, winner)
    assert position.play("e5-f5").plies[-1].fight is None
