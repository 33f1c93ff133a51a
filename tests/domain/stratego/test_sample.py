"""Full positions drawn from a view: consistent with it, and uniform."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import permutations
from math import prod, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.stratego.positions import BARRAGE_GAME, EVERY_GAME, STRATEGO_GAME, random_state, stand, text_of
from tests.random_play import shuffle_by

from damero.domain.errors import BadPosition, DameroError
from damero.domain.game import Seat, in_order
from damero.domain.stratego import GameState, Piece, PlayerSide, Rank, StrategoGame, View
from damero.domain.stratego.board import INDEX, NAMES, Board
from damero.domain.stratego.sample import write_view

Assignment = tuple[Rank, ...]


@pytest.mark.parametrize("game", EVERY_GAME)
@given(seed=st.integers(0, 50), plies=st.integers(0, 600), seat=st.sampled_from(("red", "blue", None)))
def test_a_sample_gives_the_same_view_to_the_byte(game: StrategoGame, seed: int, plies: int, seat: Seat | None) -> None:
    view = random_state(game, seed, plies).view(seat)
    for shuffle in (shuffle_by(seed), in_order):
        sampled = game.sample(view, shuffle)
        assert sampled.view(seat) == view
        assert pickle.dumps(sampled.view(seat)) == pickle.dumps(view)
        assert sampled.outcome == view.outcome
        assert bool(sampled.legal_moves()) is (view.outcome is None)


@given(st.integers(0, 50), st.integers(0, 600))
def test_a_sample_has_whole_armies(seed: int, plies: int) -> None:
    state = random_state(STRATEGO_GAME, seed, plies)
    sampled = STRATEGO_GAME.sample(state.view("blue"), shuffle_by(seed))
    for one, other in ((state, sampled), (sampled, state)):
        assert Counter(piece.kind for piece in one.board.cells if piece) == Counter(
            piece.kind for piece in other.board.cells if piece
        )
        assert one.fallen == other.fallen


def known_but(state: GameState, *hidden: str, moved: str = "") -> GameState:
    """The state with every piece revealed but those on these squares, of which some have moved."""
    cells = tuple(
        replace(piece, revealed=name not in hidden, moved=name in moved.split()) if piece else None
        for name, piece in zip(NAMES, state.board.cells, strict=True)
    )
    return replace(state, board=Board(cells, state.rules))


def assignment(state: GameState, squares: Iterable[str]) -> Assignment:
    pieces = (state.board.cells[INDEX[square]] for square in squares)
    return tuple(piece.rank for piece in pieces if piece)


def surprise(counts: Counter[Assignment], expected: dict[Assignment, float]) -> float:
    """Chi-square over its limit at 1 in 10,000 (Wilson–Hilferty): above 1 the draw is not as expected."""
    assert set(counts) <= set(expected)
    draws, degrees = sum(counts.values()), len(expected) - 1
    total = sum(expected.values())
    weights = {key: weight * draws / total for key, weight in expected.items()}
    chi_square = sum((counts[key] - weight) ** 2 / weight for key, weight in weights.items())
    limit = degrees * (1 - 2 / (9 * degrees) + 3.719 * sqrt(2 / (9 * degrees))) ** 3
    return chi_square / limit


def draws(game: StrategoGame, view: View, squares: list[str], number: int) -> Counter[Assignment]:
    shuffle = shuffle_by(number)
    return Counter(assignment(game.sample(view, shuffle), squares) for _ in range(number))


def all_assignments(ranks: Iterable[Rank], allowed: Callable[[Assignment], bool]) -> dict[Assignment, float]:
    return {ordered: 1.0 for ordered in set(permutations(ranks)) if allowed(ordered)}


SQUARES = ["a10", "c10", "e10", "g10"]


def barrage(**blue: str) -> GameState:
    """A whole barrage game: all of Red's army, and Blue's where the test wants it."""
    return stand("r", game=BARRAGE_GAME, a4="L", b4="K", c3="E", d3="D", e3="D", f3="C", g1="B", h1="M", **blue)


def test_every_assignment_of_four_unknown_pieces_is_equally_likely() -> None:
    state = barrage(a10="Y", c10="N", e10="O", g10="Q", a7="X", b7="W", c7="P", d7="P")
    view = known_but(state, *SQUARES).view("red")
    expected = all_assignments((Rank.FLAG, Rank.BOMB, Rank.SPY, Rank.MINER), lambda _: True)
    assert len(expected) == 24
    assert surprise(draws(BARRAGE_GAME, view, SQUARES, 2400), expected) < 1


def test_a_moved_piece_is_no_bomb_and_no_flag_and_the_rest_stays_uniform() -> None:
    state = barrage(a10="Y", c10="N", e10="O", g10="Q", a7="X", b7="W", c7="P", d7="P")
    view = known_but(state, *SQUARES, moved="e10").view("red")
    expected = all_assignments((Rank.FLAG, Rank.BOMB, Rank.SPY, Rank.MINER), lambda ranks: ranks[2].is_movable)
    assert len(expected) == 12
    assert surprise(draws(BARRAGE_GAME, view, SQUARES, 2400), expected) < 1


def test_equal_ranks_do_not_tip_the_scales() -> None:
    squares = [*SQUARES, "i10"]
    state = barrage(a10="Y", c10="P", e10="P", g10="Q", i10="N", a7="X", b7="W", d7="O")
    view = known_but(state, *squares, moved="c10").view("red")
    ranks = (Rank.FLAG, Rank.SCOUT, Rank.SCOUT, Rank.MINER, Rank.BOMB)
    expected = all_assignments(ranks, lambda ordered: ordered[1].is_movable)
    assert len(expected) == 36
    assert surprise(draws(BARRAGE_GAME, view, squares, 3600), expected) < 1


def test_a_spectators_sample_draws_both_sides() -> None:
    squares = ["g1", "h1", "a10", "c10"]
    state = barrage(a10="Y", c10="N", e10="O", g10="Q", a7="X", b7="W", c7="P", d7="P")
    view = known_but(state, *squares).view(None)
    counts = draws(BARRAGE_GAME, view, squares, 2000)
    hidden = (Rank.FLAG, Rank.BOMB)
    expected = {red + blue: 1.0 for red in permutations(hidden) for blue in permutations(hidden)}
    assert surprise(counts, expected) < 1


def test_the_side_to_move_can_move_in_every_sample() -> None:
    """Blue's corner: whoever stands on a10 is shut in, and Blue, to move, has no other piece."""
    state = stand("b", game=BARRAGE_GAME, a10="N", b10="O", a9="Y", a4="L", h1="M")
    state = replace(state, fallen=fallen_but(state))
    view = known_but(state, "a10", "b10", "a9").view("red")
    squares = ["a10", "b10", "a9"]
    expected = all_assignments((Rank.FLAG, Rank.BOMB, Rank.SPY), lambda ranks: ranks[0] is not Rank.SPY)
    assert len(expected) == 4
    assert surprise(draws(BARRAGE_GAME, view, squares, 2000), expected) < 1
    assert BARRAGE_GAME.sample(view, in_order).legal_moves()


def fallen_but(state: GameState) -> tuple[Piece, ...]:
    """The pieces of Blue's army that are not on the board."""
    standing = Counter(piece.rank for _, piece in state.board.pieces_of(state.side))
    gone = Counter(dict(state.rules.army))
    gone.subtract(standing)
    return tuple(Piece(rank, state.side, revealed=True) for rank in gone.elements())


def test_from_a_text_the_unknown_pieces_are_drawn_from_all_that_may_be_left() -> None:
    """Two unknown pieces of eight: one is the flag, the other any of seven, so that a scout is twice as likely."""
    view = BARRAGE_GAME.read_view(text_of("r", a4="L", h1="M", a10="@", c10="@"))
    weights = {rank: float(count) for rank, count in BARRAGE_GAME.rules.army if rank is not Rank.FLAG}
    expected = {(Rank.FLAG, rank): weight for rank, weight in weights.items()}
    expected |= {(rank, Rank.FLAG): weight for rank, weight in weights.items()}
    assert surprise(draws(BARRAGE_GAME, view, ["a10", "c10"], 2000), expected) < 1


def test_a_biased_draw_would_be_noticed() -> None:
    state = barrage(a10="Y", c10="N", e10="O", g10="Q", a7="X", b7="W", c7="P", d7="P")
    view = known_but(state, *SQUARES).view("red")
    expected = all_assignments((Rank.FLAG, Rank.BOMB, Rank.SPY, Rank.MINER), lambda _: True)
    fair = draws(BARRAGE_GAME, view, SQUARES, 2000)
    tilted = Counter({key: count + 40 * (key[0] is Rank.FLAG) for key, count in fair.items()})
    assert surprise(tilted, expected) > 1
    stuck = Counter([assignment(BARRAGE_GAME.sample(view, in_order), SQUARES)] * 2000)
    assert surprise(stuck, expected) > 1


def test_the_number_of_deals_behind_each_assignment_is_the_same() -> None:
    """The reason for uniformity, counted: each assignment comes from the product of the factorials of equal ranks."""
    ranks = (Rank.SCOUT, Rank.SCOUT, Rank.MINER, Rank.BOMB)
    deals = Counter(permutations(ranks))
    assert set(deals.values()) == {prod((2, 1, 1))}


def test_a_view_that_cannot_be_is_refused() -> None:
    view = BARRAGE_GAME.initial().view("red")
    with pytest.raises(BadPosition):
        BARRAGE_GAME.sample(replace(view, hidden=(("blue-flag", 1),)), shuffle_by(1))


def test_a_view_of_a_side_that_must_move_but_cannot_is_refused() -> None:
    shut_in = barrage(a10="N", b10="Y").view("red")
    unseen = (("blue-bomb", 1), ("blue-flag", 1))
    impossible = replace(shut_in, side=PlayerSide.BLUE, hidden=unseen)
    for shuffle in (in_order, shuffle_by(1)):
        with pytest.raises(BadPosition, match="No position fits"):
            BARRAGE_GAME.sample(impossible, shuffle)


@given(seed=st.integers(0, 50), plies=st.integers(0, 600))
def test_a_text_can_say_what_everybody_has_seen(seed: int, plies: int) -> None:
    state = random_state(BARRAGE_GAME, seed, plies)
    if state.outcome is not None:
        return
    view = state.view(state.to_move)
    read = BARRAGE_GAME.read_view(write_view(view))
    assert (read.moved, read.revealed, read.hidden) == (view.moved, view.revealed, view.hidden)
    assert sorted(read.taken) == sorted(view.taken)
    assert write_view(read) == write_view(view)


@pytest.mark.parametrize("facts", ["moved:e9", "known:z1", "fallen:L", "fallen:?", "moved:,"])
def test_what_everybody_has_seen_must_fit_the_position(facts: str) -> None:
    with pytest.raises(DameroError):
        BARRAGE_GAME.read_view(f"{text_of('r', e4='L', a1='M', e5='@')} {facts}")
