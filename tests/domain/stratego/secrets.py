"""Pairs of positions that a viewer cannot tell apart, made without the view's own help."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

from tests.plies import move_texts
from tests.views import every_field

from damero.domain.errors import DameroError
from damero.domain.game import Seat
from damero.domain.stratego import GameState, Piece, PlayerSide, Rank
from damero.domain.stratego.board import NAMES, Board
from damero.domain.stratego.notation import RANKS
from damero.domain.stratego.view import View


def twin_of(state: GameState, seat: Seat | None, draw: random.Random) -> GameState | None:
    """The same game with the ranks that the viewer has not seen exchanged; nothing if that would have ended it."""
    cells = list(state.board.cells)
    for side in PlayerSide:
        if side.value != seat:
            _exchange(cells, side, draw)
    twin = replace(state, board=Board(tuple(cells), state.rules))
    return twin if twin.situation.can_move() else None


def _exchange(cells: list[Piece | None], side: PlayerSide, draw: random.Random) -> None:
    hidden = [index for index, piece in enumerate(cells) if piece and piece.side is side and not piece.revealed]
    moved = [index for index in hidden if (piece := cells[index]) and piece.moved]
    ranks = [piece.rank for index in hidden if (piece := cells[index])]
    movers = draw.sample([rank for rank in ranks if rank.is_movable], sum(rank.is_movable for rank in ranks))
    rest = [*movers[len(moved) :], *(rank for rank in ranks if not rank.is_movable)]
    places = moved + [index for index in hidden if index not in moved]
    for index, rank in zip(places, [*movers[: len(moved)], *draw.sample(rest, len(rest))], strict=True):
        piece = cells[index]
        assert piece is not None
        cells[index] = replace(piece, rank=rank)


def assert_alike(one: GameState, other: GameState, seat: Seat | None, draw: random.Random) -> None:
    """Nothing that this viewer can get from the two positions differs, to the byte."""
    here, there = one.view(seat), other.view(seat)
    assert here == there
    assert _shown(here) == _shown(there)
    assert pickle.dumps(here) == pickle.dumps(there)
    if seat is not None and seat == one.to_move:
        assert one.legal_moves() == other.legal_moves() == here.legal_moves()
        for request in _requests(one, draw):
            assert _answer(one, request) == _answer(other, request)


def _shown(view: View) -> tuple[object, ...]:
    moves = [(str(move), move.squares, move.taken, move.piece) for move in view.legal_moves()]
    return (
        view.text,
        view.pieces,
        view.hidden,
        view.taken,
        move_texts(view),
        view.fights,
        view.to_move,
        every_field(view),
        moves,
    )


def _requests(state: GameState, draw: random.Random) -> list[str | tuple[str, ...]]:
    """Some squares and texts, sensible and not: what a curious player might try."""
    requests: list[str | tuple[str, ...]] = []
    occupied = [NAMES[index] for index, piece in enumerate(state.board.cells) if piece]
    for _ in range(6):
        origin, target = draw.choice(occupied), draw.choice(NAMES)
        requests += [(origin, target), f"{origin}-{target}", f"{origin}x{target}"]
    for attack in [move for move in state.legal_moves() if move.attacks][:3]:
        guess = draw.choice(list(RANKS))
        own = next(letter for letter, rank in RANKS.items() if rank is attack.piece.rank)
        requests += [f"{attack}={own}{guess}", f"{attack}={guess}{own}"]
    return requests


def _answer(state: GameState, request: str | tuple[str, ...]) -> tuple[object, ...]:
    try:
        move = state.read_move(request) if isinstance(request, str) else state.find(request)
    except DameroError as refused:
        return type(refused), str(refused), refused.squares
    return (str(move), move)


def hidden_ranks(state: GameState, seat: Seat | None) -> list[Rank]:
    pieces = (piece for piece in state.board.cells if piece)
    return [piece.rank for piece in pieces if not piece.revealed and piece.side.value != seat]
