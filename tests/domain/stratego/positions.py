"""Positions for tests, by the pieces that stand on the board."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache

from tests.random_play import shuffle_by

from damero.domain.stratego import Board, GameState, Move, Piece, PlayerSide, Position, Rank, StrategoGame
from damero.domain.stratego.board import NAMES
from damero.domain.stratego.variants import BARRAGE, LAKES, STRATEGO, STRATEGO_FEDERATION

STRATEGO_GAME = StrategoGame(STRATEGO)
FEDERATION_GAME = StrategoGame(STRATEGO_FEDERATION)
BARRAGE_GAME = StrategoGame(BARRAGE)
EVERY_GAME = (STRATEGO_GAME, FEDERATION_GAME, BARRAGE_GAME)

LONGEST = 600

RED, BLUE = PlayerSide.RED, PlayerSide.BLUE


def text_of(turn: str, **letters: str) -> str:
    """`text_of("r", a1="M", j10="Y")`: the text of a board with these letters on these squares."""
    lakes = {Position(*lake).name for lake in LAKES}
    cells = (letters.get(name, "_" if name in lakes else "A") for name in NAMES)
    return f"{''.join(cells)} {turn}"


def stand(turn: str, *, game: StrategoGame = STRATEGO_GAME, **letters: str) -> GameState:
    return game.read_position(text_of(turn, **letters))


def board_with(pieces: Mapping[tuple[int, int], Piece]) -> Board:
    board = Board.create_empty()
    for place, piece in pieces.items():
        board = board.place(Position(*place), piece)
    return board


def red(rank: Rank) -> Piece:
    return Piece(rank, RED)


def blue(rank: Rank) -> Piece:
    return Piece(rank, BLUE)


def move(state: GameState, origin: tuple[int, int], target: tuple[int, int]) -> Move:
    piece = state.board.piece_at(Position(*origin))
    assert piece is not None
    return Move(piece, Position(*origin), Position(*target))


def play_all(state: GameState, moves: Iterable[str] | str) -> GameState:
    for text in moves.split() if isinstance(moves, str) else moves:
        state = state.play(text)
    return state


def moves_of(state: GameState) -> set[str]:
    return {str(found) for found in state.legal_moves()}


def random_state(game: StrategoGame, seed: int, plies: int) -> GameState:
    """The state after this many random plies, or at the end of a shorter game; few games serve all seeds."""
    states = _random_game(game, seed % 5)
    return states[min(plies, len(states) - 1)]


@cache
def _random_game(game: StrategoGame, seed: int) -> list[GameState]:
    draw = random.Random(seed)
    states = [game.initial(shuffle_by(seed))]
    while states[-1].outcome is None and len(states) <= LONGEST:
        states.append(states[-1].play(draw.choice(states[-1].legal_moves())))
    return states
