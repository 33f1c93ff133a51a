from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.domain.banqi.positions import BANQI_GAME, moves_of, stand
from tests.plies import move_texts
from tests.random_play import random_position, shuffle_by

from damero.domain.banqi import Colour
from damero.domain.errors import BadPosition, BadText, DameroError

START = "????????/????????/????????/????????"


def test_the_start_as_text_carries_its_deal() -> None:
    assert BANQI_GAME.initial().text == f"{START} - - KGGMMRRHHCCPPPPPkggmmrrhhccppppp"


def test_a_flip_is_written_with_its_result() -> None:
    position = BANQI_GAME.initial(shuffle_by(7)).play("b3?")
    letter = move_texts(position)[0][-1]
    assert position.text.startswith(f"????????/?{letter}??????/????????/???????? ")
    assert position.text.split()[1] == ("r" if letter.isupper() else "b")


def test_captured_pieces_are_written_in_order() -> None:
    position = stand("Kgm5/8/8/7k", "r").play("a4xb4").play("h1-h2").play("b4xc4")
    assert position.text.split()[2].endswith("gm")
    assert len(position.text.split()) == 3


def test_the_side_to_move_takes_the_first_seat() -> None:
    position = stand("K7/8/8/7k", "b")
    assert position.to_move == "first"
    assert position.colour_of("first") is Colour.BLACK


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 400))
def test_a_position_is_read_as_it_was_written(seed: int, plies: int) -> None:
    position = random_position(BANQI_GAME, seed, plies)
    again = BANQI_GAME.read_position(position.text)
    assert again.text == position.text
    if position.outcome is None:
        assert moves_of(again) == moves_of(position)


MOST = "GGMMRRHHCCPPPPPggmmrrhhccppppp"

BAD_TEXTS = [
    ("", "fields"),
    ("K7/8/8/7k r", "fields"),
    (f"K7/8/8/7k r {MOST} x y", "fields"),
    (f"K7/8/8/7k  r {MOST}", "r, b or -"),
    (f"K7/8/8 r {MOST}", "4 ranks"),
    (f"K8/8/8/7k r {MOST}", "8 squares"),
    (f"K6/8/8/7k r {MOST}", "8 squares"),
    (f"K34/8/8/7k r {MOST}", "two in a row"),
    (f"X7/8/8/7k r {MOST}", "column 1: 'X' is not a piece"),
    (f"K7/8/8/6Zk r {MOST}", "column 9: 'Z' is not a piece"),
    (f"K7/8/8/7k w {MOST}", "column 11: the colour to move"),
    ("K7/8/8/7k r GGz", "column 15: 'z' is not a piece"),
    ("K7/8/8/7k r ", "write - if there are no pieces"),
    (f"K9/8/8/7k r {MOST}", "'9' is not a piece"),
]


@pytest.mark.parametrize(("text", "why"), BAD_TEXTS)
def test_a_text_that_is_no_position_is_told_why(text: str, why: str) -> None:
    with pytest.raises(BadText) as refused:
        BANQI_GAME.read_position(text)
    assert why in refused.value.sentence


BAD_POSITIONS = [
    (f"KK6/8/8/7k r {MOST}", "TOO_MANY_PIECES"),
    (f"K7/8/8/7k r {MOST}p", "TOO_MANY_PIECES"),
    (f"K7/8/8/7k r {MOST[:-1]}", "WRONG_PIECE_COUNT"),
    (f"K?6/8/8/7k r {MOST}", "WRONG_PIECE_COUNT"),
    (f"K7/8/8/7k - {MOST}", "WRONG_TURN"),
    (f"{START} r - {'K' * 32}", "WRONG_TURN"),
    (f"{START} - - {'K' * 32}", "WRONG_DEAL"),
    (f"K?6/8/8/7k r {MOST[:-1]} P", "WRONG_DEAL"),
    (f"K7/8/8/7k r {MOST} P", "WRONG_DEAL"),
    (f"{START} - -", "DEAL_MISSING"),
    (f"K?6/8/8/7k r {MOST[:-1]}", "DEAL_MISSING"),
]


@pytest.mark.parametrize(("text", "code"), BAD_POSITIONS)
def test_a_position_that_cannot_stand_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadPosition) as refused:
        BANQI_GAME.read_position(text)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "b3", "b3??", "b3=X", "b3-", "b3:b4", "B3?", "b3xb4xb3", "b3 b4", "b3?\n", "b٣?"])
def test_a_text_that_is_no_action_is_bad(text: str) -> None:
    with pytest.raises(BadText):
        BANQI_GAME.initial().read_move(text)


@given(st.text(alphabet="KGMRHCPkgmrhcp?12345678/- rbx", max_size=60))
@example(START)
def test_reading_any_text_gives_a_position_or_a_refusal(text: str) -> None:
    for read in (BANQI_GAME.read_position, BANQI_GAME.read_view):
        with suppress(DameroError):
            assert read(text).text


def test_a_claimed_result_of_a_flip_is_not_judged() -> None:
    """A refusal that depended on it would tell what lies face down, without a turn spent."""
    position = BANQI_GAME.initial()
    for letter in "KGMRHCPkgmrhcp":
        assert move_texts(position.play(f"a4={letter}")) == ("a4=K",)
