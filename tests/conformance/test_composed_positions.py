"""Positions made by putting kinds on squares, in every game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.random_play import random_position

from damero.application.full_view import full_view
from damero.domain.catalogue import GAMES
from damero.domain.game import Game, Position, View

DISTANCES = st.integers(0, 60)
SEEDS = st.integers(0, 10_000)


def colour_to_move(game: Game, view: View) -> str:
    colours = [kind.colour for kind in game.info.pieces if kind.colour]
    settled = view.colour_of(view.to_move) if view.to_move else None
    return settled or colours[0]


def as_it_lies(position: Position) -> dict[str, str]:
    """Each square with what lies on it, by its back if it lies face down."""
    kinds = {kind.id for kind in position.info.pieces}
    shown = full_view(position).pieces
    return {piece.square: next((mark for mark in piece.marks if mark in kinds), piece.kind) for piece in shown}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
@settings(max_examples=15)
@given(seed=SEEDS, distance=DISTANCES)
def test_a_position_is_found_again_from_its_pieces(game: Game, seed: int, distance: int) -> None:
    position = random_position(game, seed, distance)
    if position.outcome is not None:
        return
    pieces = as_it_lies(position)
    view = game.read_view(game.write_pieces(pieces, colour_to_move(game, position.view(None))))
    read = game.sample(view, lambda items: items)
    assert as_it_lies(read) == pieces
    assert colour_to_move(game, read.view(None)) == colour_to_move(game, position.view(None))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_every_seat_has_a_colour_of_its_own_once_it_is_settled(game: Game) -> None:
    view = random_position(game, seed=1, plies=4).view(None)
    colours = [view.colour_of(seat) for seat in game.info.seats]
    assert len(set(colours)) == 2
    assert set(colours) <= {kind.colour for kind in game.info.pieces}
