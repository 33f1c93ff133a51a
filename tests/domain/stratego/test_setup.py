"""US-206: placing pieces, and armies as texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.stratego.positions import BARRAGE_GAME, EVERY_GAME, STRATEGO_GAME, blue, red
from tests.random_play import shuffle_by

from damero.domain import reasons
from damero.domain.errors import BadPosition, BadText, IllegalMove
from damero.domain.game import Outcome
from damero.domain.stratego import (
    GamePhase,
    GameState,
    Piece,
    PlacePiece,
    PlayerSide,
    Position,
    Rank,
    StrategoGame,
    ValidationResult,
    begin,
    empty_setup,
    is_setup_complete,
    place_piece,
    remove_piece,
    swap_pieces,
    validate_placement,
)
from damero.domain.stratego.compat import why_not_placed
from damero.domain.stratego.setup import army_of, army_places, fill, read_army, write_army
from damero.domain.stratego.variants import BARRAGE

OK, INVALID = ValidationResult.OK, ValidationResult.INVALID


def code_of(state: GameState, piece: Piece, place: tuple[int, int]) -> str | None:
    fault = why_not_placed(state, PlacePiece(piece, Position(*place)))
    return fault.code if fault else None


def placed(game: StrategoGame, *sides: PlayerSide) -> GameState:
    """A set-up in which these sides have placed their first formation."""
    state = empty_setup(game.rules)
    for side in sides:
        army = game.library[0].army
        for place, rank in zip(army_places(game.rules, side), read_army(game.rules, army), strict=True):
            if rank is not None:
                state = place_piece(state, PlacePiece(Piece(rank, side), place))
    return state


def test_us_206_ac_01_red_may_not_place_in_blues_zone() -> None:
    assert validate_placement(empty_setup(), PlacePiece(red(Rank.SCOUT), Position(3, 5))) is INVALID
    assert code_of(empty_setup(), red(Rank.SCOUT), (3, 5)) == "OUTSIDE_ZONE"


def test_us_206_ac_02_red_may_place_on_row_6() -> None:
    assert validate_placement(empty_setup(), PlacePiece(red(Rank.SCOUT), Position(6, 0))) is OK


def test_us_206_ac_03_nobody_places_on_a_lake() -> None:
    assert validate_placement(empty_setup(), PlacePiece(red(Rank.SCOUT), Position(4, 2))) is INVALID
    assert code_of(empty_setup(), red(Rank.SCOUT), (4, 2)) == "LAKE"


def test_us_206_ac_04_a_set_up_is_complete_with_forty_pieces_each() -> None:
    assert is_setup_complete(placed(STRATEGO_GAME, *PlayerSide)) is True


@pytest.mark.parametrize("row", range(6, 10))
def test_us_206_ac_05_a_set_up_with_39_red_pieces_is_incomplete(row: int) -> None:
    state = placed(STRATEGO_GAME, *PlayerSide)
    assert is_setup_complete(remove_piece(state, Position(row, row))) is False


def test_us_206_example() -> None:
    state = empty_setup()
    flag, scout = red(Rank.FLAG), red(Rank.SCOUT)
    result = validate_placement(state, PlacePiece(piece=flag, pos=Position(9, 0)))
    assert result == ValidationResult.OK
    result = validate_placement(state, PlacePiece(piece=scout, pos=Position(2, 0)))
    assert result == ValidationResult.INVALID


@pytest.mark.parametrize("side", list(PlayerSide))
@pytest.mark.parametrize("row", range(10))
def test_the_boundaries_of_both_zones(side: PlayerSide, row: int) -> None:
    own = row >= 6 if side is PlayerSide.RED else row <= 3
    expected = OK if own else INVALID
    assert validate_placement(empty_setup(), PlacePiece(Piece(Rank.MAJOR, side), Position(row, 4))) is expected


def test_both_sides_place_at_the_same_time() -> None:
    state = place_piece(empty_setup(), PlacePiece(blue(Rank.FLAG), Position(0, 0)))
    state = place_piece(state, PlacePiece(red(Rank.FLAG), Position(9, 0)))
    assert validate_placement(state, PlacePiece(blue(Rank.BOMB), Position(0, 1))) is OK


def test_an_occupied_square_and_a_rank_used_up_are_refused() -> None:
    state = place_piece(empty_setup(), PlacePiece(red(Rank.FLAG), Position(9, 0)))
    assert code_of(state, red(Rank.BOMB), (9, 0)) == "OCCUPIED"
    assert code_of(state, red(Rank.FLAG), (9, 1)) == "TOO_MANY"
    assert code_of(state, blue(Rank.FLAG), (0, 1)) is None
    assert code_of(state, red(Rank.BOMB), (9, 10)) == "OFF_BOARD"


def test_a_barrage_army_has_no_majors() -> None:
    assert code_of(empty_setup(BARRAGE), red(Rank.MAJOR), (9, 0)) == "TOO_MANY"
    assert code_of(empty_setup(BARRAGE), red(Rank.MARSHAL), (9, 0)) is None


def test_a_refused_placement_changes_nothing_and_says_where() -> None:
    with pytest.raises(IllegalMove) as refused:
        place_piece(empty_setup(), PlacePiece(red(Rank.SCOUT), Position(0, 0)))
    assert refused.value.squares == ("a10",)


def test_pieces_are_removed_and_taken_elsewhere() -> None:
    state = place_piece(empty_setup(), PlacePiece(red(Rank.FLAG), Position(9, 0)))
    moved = swap_pieces(state, Position(9, 0), Position(8, 4))
    assert moved.board.piece_at(Position(8, 4)) == red(Rank.FLAG)
    assert remove_piece(moved, Position(8, 4)) == empty_setup()
    with pytest.raises(IllegalMove, match="no piece"):
        remove_piece(moved, Position(9, 0))
    with pytest.raises(IllegalMove, match="outside"):
        swap_pieces(moved, Position(8, 4), Position(3, 0))


def test_two_pieces_of_one_side_change_places() -> None:
    state = placed(STRATEGO_GAME, *PlayerSide)
    one, other = Position(6, 0), Position(9, 9)
    swapped = swap_pieces(state, one, other)
    assert swapped.board.piece_at(one) == state.board.piece_at(other)
    assert swapped.board.piece_at(other) == state.board.piece_at(one)
    assert is_setup_complete(swapped)
    assert swap_pieces(swapped, one, other) == state
    with pytest.raises(IllegalMove, match="one side"):
        swap_pieces(state, one, Position(0, 0))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_complete_set_up_begins_the_game(game: StrategoGame) -> None:
    started = begin(placed(game, *PlayerSide))
    assert started == game.initial()
    assert (started.phase, started.to_move) == (GamePhase.PLAYING, "red")


def test_an_incomplete_set_up_does_not_begin() -> None:
    with pytest.raises(IllegalMove) as refused:
        begin(placed(STRATEGO_GAME, PlayerSide.RED))
    assert refused.value.code == "SETUP_INCOMPLETE"


def test_nothing_is_placed_once_the_game_is_on() -> None:
    state = begin(placed(BARRAGE_GAME, *PlayerSide))
    assert code_of(state, red(Rank.FLAG), (6, 0)) == "SETUP_IS_OVER"
    with pytest.raises(IllegalMove, match="before the game begins"):
        remove_piece(state, Position(6, 0))


def test_an_army_is_read_from_its_owners_chair() -> None:
    army = BARRAGE_GAME.library[0].army
    state = BARRAGE_GAME.place({"red": army, "blue": army})
    pieces = (placed for side in PlayerSide for placed in state.board.pieces_of(side))
    flags = {place.name for place, piece in pieces if piece.rank is Rank.FLAG}
    assert flags == {"j1", "a10"}
    assert army_places(BARRAGE, PlayerSide.RED)[0].name == "a4"
    assert army_places(BARRAGE, PlayerSide.BLUE)[0].name == "j7"
    assert [army_of(state.board, side) for side in PlayerSide] == [army, army]


@pytest.mark.parametrize("game", EVERY_GAME)
@given(seeds=st.tuples(st.integers(0, 1000), st.integers(0, 1000)))
def test_armies_stand_where_their_texts_put_them(game: StrategoGame, seeds: tuple[int, int]) -> None:
    empty = write_army([None] * 40)
    red_army, blue_army = (fill(game.rules, empty, shuffle_by(seed)) for seed in seeds)
    state = game.place({"red": red_army, "blue": blue_army})
    assert army_of(state.board, PlayerSide.RED) == red_army
    assert army_of(state.board, PlayerSide.BLUE) == blue_army


@pytest.mark.parametrize("game", EVERY_GAME)
@given(seed=st.integers(0, 10_000))
def test_a_mirrored_army_is_sound_and_mirrors_back(game: StrategoGame, seed: int) -> None:
    army = fill(game.rules, write_army([None] * 40), shuffle_by(seed))
    mirrored = game.mirror_army(army)
    game.check_army("red", mirrored)
    assert game.mirror_army(mirrored) == army


@given(seed=st.integers(0, 10_000), kept=st.integers(0, 40))
def test_filling_keeps_what_is_placed_and_completes_the_army(seed: int, kept: int) -> None:
    whole = STRATEGO_GAME.library[seed % 12].army
    ranks = read_army(STRATEGO_GAME.rules, whole)
    part = [rank if index < kept else None for index, rank in enumerate(ranks)]
    filled = fill(STRATEGO_GAME.rules, write_army(part), shuffle_by(seed))
    STRATEGO_GAME.check_army("blue", filled)
    assert read_army(STRATEGO_GAME.rules, filled)[:kept] == ranks[:kept]


BAD_ARMIES = [
    ("", "BAD_TEXT"),
    ("AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAAA", "BAD_TEXT"),
    ("AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAA", "BAD_TEXT"),
    ("AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAAZ", "BAD_TEXT"),
    ("AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAAA", "SETUP_INCOMPLETE"),
    ("AAAADAAAAA/AAALAAADAA/AAAACAAAKB/AAAAAAAMEM", "TOO_MANY"),
    ("AAAADAAAAA/AAALAAADAA/AAAACAAAKB/AAAAAAAAEA", "SETUP_INCOMPLETE"),
]


@pytest.mark.parametrize(("text", "code"), BAD_ARMIES)
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_bad_army_is_refused_with_its_reason(text: str, code: str, seat: str) -> None:
    with pytest.raises((BadText, BadPosition)) as refused:
        BARRAGE_GAME.check_army(seat, text)
    assert refused.value.code == code


def test_the_squares_with_too_many_of_a_rank_are_named() -> None:
    army = "AAAADAAAAA/AAALAAADAA/AAAACAAAKB/AAAAAAAMEM"
    for seat, squares in (("red", ("h1", "j1")), ("blue", ("c10", "a10"))):
        with pytest.raises(BadPosition) as refused:
            BARRAGE_GAME.check_army(seat, army)
        assert refused.value.squares == squares
    with pytest.raises(BadPosition, match="too many"):
        fill(BARRAGE_GAME.rules, army, shuffle_by(1))


def test_an_army_without_a_way_out_has_lost_before_it_begins() -> None:
    """Bombs on the six squares of the front row that face no lake."""
    army = "BBJJBBIIBB/MIHHHHDDDD/DDDDEEEEEF/FFFGGGGCKL"
    state = STRATEGO_GAME.place({"red": army, "blue": STRATEGO_GAME.library[0].army})
    assert state.outcome == Outcome("blue", reasons.NO_MOVES)
