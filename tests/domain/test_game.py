"""What games share: errors, outcomes, and making a move square by square."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import pytest

from damero.domain import reasons
from damero.domain.catalogue import game
from damero.domain.errors import BadPosition, BadText, DameroError, IllegalMove, MatchRefusal, UnknownGame
from damero.domain.game import Outcome, in_order, next_squares


@dataclass(frozen=True)
class Path:
    squares: tuple[str, ...]
    taken: tuple[str, ...] = ()


ROUTES = [Path(("a", "b", "c")), Path(("a", "b", "d")), Path(("a", "e")), Path(("f", "b"))]


class TestNextSquares:
    @pytest.mark.parametrize(
        ("touched", "follow"),
        [
            ((), ("a", "f")),
            (("a",), ("b", "e")),
            (("a", "b"), ("c", "d")),
            (("a", "b", "c"), ()),
            (("f",), ("b",)),
            (("b",), ()),
            (("a", "c"), ()),
        ],
    )
    def test_what_may_be_touched_next(self, touched: tuple[str, ...], follow: tuple[str, ...]) -> None:
        assert next_squares(ROUTES, touched) == follow

    def test_a_list_of_touched_squares_will_do(self) -> None:
        assert next_squares(ROUTES, ["a", "b"]) == ("c", "d")

    def test_without_routes_nothing_follows(self) -> None:
        assert next_squares([], ()) == ()


class TestErrors:
    def test_a_refusal_has_a_code_a_sentence_and_squares(self) -> None:
        error = IllegalMove("You must capture.", code="CAPTURE_REQUIRED", squares=("22", "18"))
        assert (error.code, error.sentence, error.squares) == ("CAPTURE_REQUIRED", "You must capture.", ("22", "18"))
        assert str(error) == "CAPTURE_REQUIRED You must capture."

    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (DameroError("x"), "REFUSED"),
            (UnknownGame("x"), "UNKNOWN_GAME"),
            (BadText("x"), "BAD_TEXT"),
            (BadPosition("x"), "BAD_POSITION"),
            (IllegalMove("x"), "ILLEGAL_MOVEMENT"),
            (MatchRefusal("x"), "MATCH_REFUSED"),
        ],
    )
    def test_each_kind_has_a_code_of_its_own(self, error: DameroError, code: str) -> None:
        assert (error.code, error.squares) == (code, ())
        assert isinstance(error, DameroError)

    def test_a_bad_text_says_where_and_keeps_the_reason_apart(self) -> None:
        error = BadText("no such thing.", line=3, column=7, code="ODD")
        assert str(error) == "ODD line 3, column 7: no such thing."
        assert (error.line, error.column, error.reason) == (3, 7, "no such thing.")

    def test_the_sentence_comes_from_the_catalogue(self) -> None:
        error = MatchRefusal("match.not_your_seat")
        assert (error.key, error.values, error.sentence) == ("match.not_your_seat", {}, "That is not your seat.")

    @pytest.mark.parametrize(
        "error",
        [
            IllegalMove("match.not_your_seat", code="ODD", squares=("22",), square="22", count=2),
            BadText("match.not_your_seat", line=3, column=7, code="ODD"),
            UnknownGame("match.not_your_seat", suggestions=("drafti",)),
        ],
    )
    def test_an_error_crosses_processes_whole(self, error: DameroError) -> None:
        copied = pickle.loads(pickle.dumps(error))
        assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))


def test_the_opponent_of_a_seat_is_the_other_one() -> None:
    info = game("english").info
    assert info.seats == ("black", "white")
    assert (info.opponent("black"), info.opponent("white")) == ("white", "black")


def test_the_order_of_things_is_kept_without_a_shuffle() -> None:
    assert in_order([3, 1, 2]) == [3, 1, 2]


def test_a_draw_has_no_winner() -> None:
    assert Outcome(None, reasons.AGREEMENT).winner is None
    assert Outcome("white", reasons.RESIGNATION) != Outcome("black", reasons.RESIGNATION)


def test_the_reasons_are_those_of_the_rulebook() -> None:
    assert {
        *("no_moves", "no_pieces", "flag_captured", "all_captured", "resignation", "timeout", "agreement"),
        *("repetition", "no_progress", "material", "turn_limit", "abandoned", "aborted"),
    } == reasons.SHARED
