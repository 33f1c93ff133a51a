from __future__ import annotations

import pytest

from damero.domain.banqi.board import (
    COUNTS,
    FULL_SET,
    INDEX_OF,
    KINDS,
    NAMES,
    NEIGHBOURS,
    RANKS,
    Colour,
    Kind,
    PieceType,
    square_name,
    squares_between,
)


def test_an_index_is_row_times_eight_plus_column() -> None:
    assert NAMES[0] == "a4"
    assert NAMES[7] == "h4"
    assert NAMES[8] == "a3"
    assert NAMES[31] == "h1"
    assert all(INDEX_OF[square_name(index)] == index for index in range(32))


def test_each_army_has_its_sixteen_pieces() -> None:
    for colour in Colour:
        army = [piece.type for piece in FULL_SET if piece.colour is colour]
        assert len(army) == 16
        assert {piece_type: army.count(piece_type) for piece_type in PieceType} == {
            PieceType.KING: 1,
            PieceType.GUARD: 2,
            PieceType.MINISTER: 2,
            PieceType.ROOK: 2,
            PieceType.HORSE: 2,
            PieceType.CANNON: 2,
            PieceType.PAWN: 5,
        }


def test_ranks_run_from_the_king_down_to_the_pawn() -> None:
    assert [RANKS[piece_type] for piece_type in PieceType] == [7, 6, 5, 4, 3, 2, 1]
    assert list(PieceType) == ["King", "Guard", "Minister", "Rook", "Horse", "Cannon", "Pawn"]


def test_ids_are_unique_and_readable() -> None:
    ids = [piece.id for piece in FULL_SET]
    assert len(set(ids)) == 32
    assert "red-king-1" in ids
    assert "black-pawn-3" in ids
    assert "red-king-2" not in ids


def test_every_piece_starts_face_down_and_alive() -> None:
    assert not any(piece.revealed or piece.dead for piece in FULL_SET)


def test_flipping_and_capturing_make_new_pieces_and_change_nothing_else() -> None:
    piece = FULL_SET[0]
    flipped = piece.flipped()
    assert (flipped.revealed, flipped.dead, flipped.id, flipped.kind) == (True, False, piece.id, piece.kind)
    captured = flipped.captured()
    assert (captured.revealed, captured.dead, captured.id) == (True, True, piece.id)
    assert not piece.revealed


def test_there_are_fourteen_kinds_with_letters_of_their_own() -> None:
    assert "".join(kind.letter for kind in KINDS) == "KGMRHCPkgmrhcp"
    assert sum(COUNTS[kind.type] for kind in KINDS) == 32
    assert Kind(Colour.BLACK, PieceType.HORSE, 3).id == "black-horse"


@pytest.mark.parametrize(
    ("square", "beside"), [("a4", "a3 b4"), ("d4", "d3 c4 e4"), ("d2", "d3 d1 c2 e2"), ("h1", "h2 g1")]
)
def test_neighbours_are_the_squares_up_down_left_and_right(square: str, beside: str) -> None:
    assert {NAMES[index] for index in NEIGHBOURS[INDEX_OF[square]]} == set(beside.split())


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [("a4", "d4", ["b4", "c4"]), ("d4", "a4", ["c4", "b4"]), ("b1", "b4", ["b2", "b3"]), ("c2", "d2", [])],
)
def test_the_squares_between_two_squares_of_a_line(start: str, end: str, expected: list[str]) -> None:
    line = squares_between(INDEX_OF[start], INDEX_OF[end])
    assert line is not None
    assert [NAMES[index] for index in line] == expected


def test_no_line_joins_squares_of_different_rows_and_columns() -> None:
    assert squares_between(INDEX_OF["h4"], INDEX_OF["a3"]) is None
    assert squares_between(INDEX_OF["b2"], INDEX_OF["c3"]) is None
    assert squares_between(INDEX_OF["b2"], INDEX_OF["b2"]) is None
