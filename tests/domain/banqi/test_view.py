from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.banqi.positions import BANQI_GAME, TAIWAN_GAME, moves_of, stand
from tests.random_play import random_position, shuffle_by
from tests.views import every_field

from damero.domain import reasons
from damero.domain.banqi import BanqiGame, Position, View
from damero.domain.banqi.board import FULL_SET, KINDS
from damero.domain.errors import BadPosition, DameroError
from damero.domain.game import Outcome, Ply, Shown

SEATS = ("first", "second", None)
GAMES = st.sampled_from([BANQI_GAME, TAIWAN_GAME])
SEEDS = st.integers(0, 2**32)


def test_face_down_pieces_are_named_by_their_square_alone() -> None:
    view = BANQI_GAME.initial(shuffle_by(1)).play("b3?").view("first")
    assert [shown.square for shown in view.pieces if shown.kind == "face-down"] == [
        f"{file}{rank}" for rank in "4321" for file in "abcdefgh" if f"{file}{rank}" != "b3"
    ]
    assert not any(piece.id in every_field(view) for piece in FULL_SET)


def test_a_view_counts_what_may_still_lie_face_down() -> None:
    view = stand("K?6/?7/8/7k", "r", "pp").view("second")
    assert view.hidden == (("black-pawn", 2),)
    assert BANQI_GAME.initial().view(None).hidden[0] == ("red-king", 1)
    assert sum(count for _, count in BANQI_GAME.initial().view(None).hidden) == 32


def test_a_view_shows_taken_pieces_in_order() -> None:
    view = stand("Kgm5/8/8/7k", "r").play("a4xb4").play("h1-h2").play("b4xc4").view(None)
    assert view.taken[-2:] == ("black-guard", "black-minister")


def test_only_the_seat_to_move_has_legal_moves() -> None:
    position = stand("K7/8/8/7k", "r")
    assert position.view("first").legal_moves() == position.legal_moves()
    assert position.view("second").legal_moves() == ()
    assert position.view(None).legal_moves() == ()


def test_there_are_two_seats_and_spectators() -> None:
    with pytest.raises(BadPosition, match="NO_SEAT"):
        BANQI_GAME.initial().view("red")


def test_everything_opens_at_the_end() -> None:
    over = stand("Kg?5/8/7?/8", "r", "PR").play("a4xb4")
    for seat in SEATS:
        view = over.view(seat)
        assert [shown.kind for shown in view.pieces] == ["red-king", "red-pawn", "red-rook"]
        assert [shown.marks for shown in view.pieces] == [(), ("face-down",), ("face-down",)]
        assert view.hidden == ()
        assert view.text == over.text


def test_a_view_is_read_from_a_text_without_its_deal() -> None:
    view = BANQI_GAME.read_view("????????/????????/????????/???????? - -")
    assert (view.seat, view.to_move) == ("first", "first")
    assert len(view.legal_moves()) == 32


def test_a_deal_in_the_text_of_a_view_stays_secret() -> None:
    position = BANQI_GAME.initial(shuffle_by(3)).play("c2?")
    assert BANQI_GAME.read_view(position.text) == BANQI_GAME.read_view(position.view(None).text)


def test_a_view_of_an_ended_text_shows_the_deal_it_carries() -> None:
    over = stand("K?6/8/8/8", "r", "P")
    assert over.outcome == Outcome("first", reasons.ALL_CAPTURED)
    assert BANQI_GAME.read_view(over.text).pieces[1].kind == "red-pawn"
    without = BANQI_GAME.read_view(over.text.rpartition(" ")[0])
    assert without.pieces[1].kind == "face-down"
    assert without.hidden == (("red-pawn", 1),)


def test_a_sample_is_made_of_a_view_of_the_same_game() -> None:
    with pytest.raises(BadPosition, match="WRONG_GAME"):
        TAIWAN_GAME.sample(BANQI_GAME.initial().view(None), shuffle_by(0))


@given(seed=SEEDS, plies=st.integers(0, 300), game=GAMES, seat=st.sampled_from(SEATS))
def test_a_sample_looks_as_its_view(seed: int, plies: int, game: BanqiGame, seat: str | None) -> None:
    view = random_position(game, seed, plies).view(seat)
    assert game.sample(view, shuffle_by(seed + 1)).view(seat) == view


def leaky_view(position: Position, seat: str | None) -> View:
    """A deliberate leak, to show that the test below would find one: the last ply shows the next face-down piece."""
    view = position.view(seat)
    if not position.deal:
        return view
    leak = Ply("first", "a4?", ("a4",), (), (Shown("a4", position.deal[0].id),))
    return replace(view, plies=(*view.plies, leak))


def answers(position: Position, view: View) -> bytes:
    """All that leaves the referee: the view, its text and moves, and the answer to every request."""
    told = [every_field(view), view.text, repr(view.pieces), repr(view.hidden), repr(view.legal_moves())]
    told += [answer(position, text) for text in REQUESTS]
    return "\n".join(told).encode()


REQUESTS = [
    request
    for square in ("a4", "d3", "h1", "c2")
    for request in (f"{square}?", f"{square}=K", f"{square}=p", f"{square}-d3", f"{square}xc2", f"{square}xd3")
]


def answer(position: Position, text: str) -> str:
    try:
        return repr(position.read_move(text))
    except DameroError as refused:
        return f"{refused} {refused.squares}"


def differs_somewhere(game: BanqiGame, look: object, seeds: range) -> bool:
    assert callable(look)
    for seed in seeds:
        position = random_position(game, seed, seed % 150)
        if position.outcome is None:
            for seat in SEATS:
                other = game.sample(position.view(seat), shuffle_by(seed + 1))
                if answers(position, look(position, seat)) != answers(other, look(other, seat)):
                    return True
    return False


@pytest.mark.parametrize("game", [BANQI_GAME, TAIWAN_GAME])
def test_what_nobody_can_know_changes_nothing_that_anybody_is_told(game: BanqiGame) -> None:
    assert not differs_somewhere(game, lambda position, seat: position.view(seat), range(150))


@pytest.mark.slow
@pytest.mark.parametrize("game", [BANQI_GAME, TAIWAN_GAME])
def test_what_nobody_can_know_changes_nothing_in_hundreds_of_games(game: BanqiGame) -> None:
    assert not differs_somewhere(game, lambda position, seat: position.view(seat), range(150, 650))


def test_a_deliberate_leak_is_found() -> None:
    assert differs_somewhere(BANQI_GAME, leaky_view, range(20))


def test_other_deals_are_really_other_deals() -> None:
    position = BANQI_GAME.initial(shuffle_by(1))
    other = BANQI_GAME.sample(position.view(None), shuffle_by(2))
    assert position.deal != other.deal


CHI_SQUARE_999 = {5: 20.515, 11: 31.264}
"""The 99.9 % points of the chi-square distribution, by its degrees of freedom."""


@pytest.mark.parametrize(("board", "deal", "arrangements"), [("K??5/?7/8/7k", "Ppr", 6), ("K??5/??6/8/7k", "PPpr", 12)])
def test_samples_are_uniform(board: str, deal: str, arrangements: int) -> None:
    view = stand(board, "r", deal).view("first")
    shuffle = shuffle_by(20)
    trials = 600 * arrangements
    seen = Counter(BANQI_GAME.sample(view, shuffle).deal for _ in range(trials))
    assert len(seen) == arrangements
    expected = trials / arrangements
    statistic = sum((count - expected) ** 2 / expected for count in seen.values())
    assert statistic < CHI_SQUARE_999[arrangements - 1]


def test_every_kind_has_a_piece_in_the_description() -> None:
    info = BANQI_GAME.info
    assert [piece.id for piece in info.pieces] == [*(kind.id for kind in KINDS), "face-down"]
    assert all(len(piece.symbol) == 1 and len(piece.label) <= 2 for piece in info.pieces)


def test_the_flips_of_a_view_do_not_tell_the_faces() -> None:
    view = BANQI_GAME.initial(shuffle_by(5)).view("first")
    assert {str(move) for move in view.legal_moves()} == moves_of(BANQI_GAME.initial(shuffle_by(6)))
