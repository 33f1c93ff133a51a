"""Texts: positions, moves, and what is wrong with them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.stratego.positions import (
    BARRAGE_GAME,
    EVERY_GAME,
    STRATEGO_GAME,
    random_state,
    stand,
    text_of,
)

from damero.domain import reasons
from damero.domain.errors import BadPosition, BadText, DameroError
from damero.domain.game import Outcome
from damero.domain.stratego import PlayerSide, Rank, StrategoGame
from damero.domain.stratego.board import NAMES
from damero.domain.stratego.letters import LETTERS
from damero.domain.stratego.notation import UNKNOWN, Step, read_step, write_step


def test_the_letters_of_the_rulebook() -> None:
    order = (Rank.BOMB, Rank.SPY, Rank.SCOUT, Rank.MINER, Rank.SERGEANT, Rank.LIEUTENANT)
    order += (Rank.CAPTAIN, Rank.MAJOR, Rank.COLONEL, Rank.GENERAL, Rank.MARSHAL, Rank.FLAG)
    for side, letters in ((PlayerSide.RED, "BCDEFGHIJKLM"), (PlayerSide.BLUE, "NOPQRSTUVWXY")):
        assert [LETTERS[side, rank] for rank in order] == list(letters)
    assert UNKNOWN == {PlayerSide.RED: "?", PlayerSide.BLUE: "@"}


def test_a_start_position_in_full() -> None:
    army = STRATEGO_GAME.library[0].army
    rows = army.split("/")
    blue = "".join(chr(ord(letter) + 12) for row in rows for letter in row)[::-1]
    middle = "AA__AA__AA" * 2
    assert STRATEGO_GAME.initial().text == f"{blue}{middle}{''.join(rows)} r"


@pytest.mark.parametrize("game", EVERY_GAME)
@given(seed=st.integers(0, 100), plies=st.integers(0, 600))
def test_texts_of_positions_and_views_are_read_back(game: StrategoGame, seed: int, plies: int) -> None:
    state = random_state(game, seed, plies)
    again = game.read_position(state.text)
    assert again.text == state.text
    view = state.view(state.side.value)
    assert game.read_view(view.text).text == view.text


def test_blanks_around_a_position_are_ignored() -> None:
    state = stand("b", e4="F", e7="R", a1="M", j10="Y")
    assert STRATEGO_GAME.read_position(f"  {state.text}\n") == state


BAD_TEXTS = [
    ("", 1),
    ("A" * 99 + " r", 100),
    ("A" * 101 + " r", 101),
    ("A" * 100 + " r", 43),
    (text_of("r", e4="Z"), 65),
    (text_of("r", e4="a"), 65),
    (text_of("r", e4="_"), 65),
    (text_of("r", c6="D"), 43),
    (text_of("w"), 102),
    (text_of("r r"), 102),
    (text_of("").strip(), 102),
    ("  " + text_of("r", e4="!"), 67),
]


@pytest.mark.parametrize(("text", "column"), BAD_TEXTS)
def test_a_text_that_cannot_be_read_names_the_column(text: str, column: int) -> None:
    for read in (STRATEGO_GAME.read_position, STRATEGO_GAME.read_view):
        with pytest.raises(BadText) as refused:
            read(text)
        assert refused.value.column == column


def test_a_position_with_too_many_of_a_rank_is_refused_with_its_squares() -> None:
    for read in (STRATEGO_GAME.read_position, STRATEGO_GAME.read_view):
        with pytest.raises(BadPosition) as refused:
            read(text_of("r", e4="L", e3="L", a1="M", j10="Y"))
        assert (refused.value.code, refused.value.squares) == ("TOO_MANY", ("e4", "e3"))


def test_an_army_of_barrage_cannot_have_a_major_or_nine_pieces() -> None:
    with pytest.raises(BadPosition, match="major"):
        BARRAGE_GAME.read_position(text_of("r", e4="I", a1="M", j10="Y"))
    nine = dict.fromkeys(["a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10"], "@")
    with pytest.raises(BadPosition, match="9 pieces"):
        BARRAGE_GAME.read_view(text_of("r", a1="M", a4="D", **nine))


def test_a_full_position_has_no_unknown_pieces() -> None:
    with pytest.raises(BadPosition) as refused:
        STRATEGO_GAME.read_position(text_of("r", e4="F", e7="@", a1="M", j10="Y"))
    assert (refused.value.code, refused.value.squares) == ("UNKNOWN_PIECE", ("e7",))


def test_who_is_to_move_knows_its_own_pieces() -> None:
    with pytest.raises(BadPosition) as refused:
        STRATEGO_GAME.read_view(text_of("r", e4="?", e7="@", a1="M"))
    assert (refused.value.code, refused.value.squares) == ("UNKNOWN_PIECE", ("e4",))


def test_a_position_without_one_flag_is_over_and_without_both_impossible() -> None:
    over = Outcome("red", reasons.FLAG_CAPTURED)
    text = text_of("b", e4="F", e7="R", a1="M")
    assert STRATEGO_GAME.read_position(text).outcome == over
    assert STRATEGO_GAME.read_view(text).outcome == over
    for read in (STRATEGO_GAME.read_position, STRATEGO_GAME.read_view):
        with pytest.raises(BadPosition, match="flag"):
            read(text_of("b", e4="F", e7="R"))


def test_a_position_in_which_nobody_can_move_is_drawn() -> None:
    text = text_of("r", a1="M", j10="Y")
    drawn = Outcome(None, reasons.NO_MOVES)
    assert STRATEGO_GAME.read_position(text).outcome == drawn
    assert STRATEGO_GAME.read_view(text).outcome == drawn
    stuck = text_of("r", a1="M", j10="@", j9="@")
    assert STRATEGO_GAME.read_view(stuck).outcome == Outcome("blue", reasons.NO_MOVES)


def test_moves_in_words() -> None:
    assert write_step(Step(64, 54)) == "e4-e5"
    assert write_step(Step(64, 54, attacks=True, fight=(Rank.CAPTAIN, Rank.SERGEANT))) == "e4xe5=HF"
    assert read_step("e4xe5=HF").fight == (Rank.CAPTAIN, Rank.SERGEANT)
    assert read_step("a10xj10").attacks


@given(st.integers(0, 99), st.integers(0, 99), st.none() | st.tuples(st.sampled_from(Rank), st.sampled_from(Rank)))
def test_every_step_is_read_back(origin: int, target: int, fight: tuple[Rank, Rank] | None) -> None:
    step = read_step(write_step(Step(origin, target, fight is not None, fight)))
    assert (step.origin, step.target, step.attacks, step.fight) == (origin, target, fight is not None, fight)


BAD_MOVES = [("", 1), ("e4", 3), ("e4e5", 3), ("e4-e11", 6), ("k4-e5", 1)]
BAD_RESULTS = [("e4-e5=HF", 6), ("e4xe5=H", 6), ("e4xe5=NF", 6), ("e4xe5=hf", 6)]


@pytest.mark.parametrize(("text", "column"), BAD_MOVES + BAD_RESULTS)
def test_a_move_that_cannot_be_read_names_the_column(text: str, column: int) -> None:
    with pytest.raises(BadText) as refused:
        STRATEGO_GAME.initial().play(text)
    assert refused.value.column == column


@given(st.text(max_size=110))
def test_any_other_text_is_refused_politely(text: str) -> None:
    for read in (STRATEGO_GAME.read_position, STRATEGO_GAME.read_view, STRATEGO_GAME.initial().read_move):
        with pytest.raises(DameroError):
            read(text)
    with pytest.raises(DameroError):
        STRATEGO_GAME.check_army("red", text)


@given(st.dictionaries(st.sampled_from(NAMES), st.sampled_from("BCDEFGHIJKLMNOPQRSTUVWXY?@"), max_size=12))
def test_a_few_pieces_are_a_position_or_politely_refused(letters: dict[str, str]) -> None:
    text = text_of("b", **{"a1": "M", "j10": "Y", **letters})
    for read in (STRATEGO_GAME.read_position, STRATEGO_GAME.read_view):
        with suppress(DameroError):
            assert read(text).text == text
