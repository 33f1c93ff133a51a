"""The draughts family: twelve variants from one rules record and one generator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from damero.domain.draughts import notation, position
from damero.domain.draughts.board import Board, Piece, PieceType, king, man
from damero.domain.draughts.compat import State, apply_move, is_game_over, legal_moves
from damero.domain.draughts.info import PIECE_OF_KIND, describe
from damero.domain.draughts.moves import Move
from damero.domain.draughts.numbering import numbering_of
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.validation import MoveRequest, validate_move
from damero.domain.draughts.variants import RETIRED_VARIANTS, VARIANTS
from damero.domain.draughts.view import View
from damero.domain.drawing import NamedGame
from damero.domain.errors import BadText
from damero.domain.game import Game, GameInfo, KnownGame, Shuffle, in_order
from damero.domain.game import View as AnyView


@dataclass(frozen=True, slots=True, repr=False)
class DraughtsGame(NamedGame):
    rules: Rules

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    def initial(self, shuffle: Shuffle = in_order, /) -> Position:  # noqa: ARG002 (the start is fixed)
        return position.initial(self.rules)

    def read_position(self, text: str, /) -> Position:
        return position.read_position(self.rules, text)

    def read_squares(self, text: str, /) -> tuple[str, ...]:
        written = notation.read_move(text, self.rules)
        if written.file:
            raise BadText("draughts.bad_move", column=2, move=text.strip())
        return tuple(map(numbering_of(self.rules).name, written.path))

    def read_view(self, text: str, /) -> View:
        read = self.read_position(text)
        return read.view(read.turn.value)

    def recall(self, known: KnownGame, /) -> View:
        current = self.initial() if known.start is None else self.read_position(known.start)
        for ply in known.plies:
            current = current.play(ply.text)
        return current.view(known.seat)

    def sample(self, view: AnyView, shuffle: Shuffle, /) -> Position:  # noqa: ARG002 (nothing is hidden)
        assert isinstance(view, View)
        return view.position

    def write_pieces(self, pieces: Mapping[str, str], colour: str, /) -> str:
        board, numbering = Board.create_empty(self.rules.size), numbering_of(self.rules)
        for square, kind in pieces.items():
            board = board.place(numbering.square(int(square)), PIECE_OF_KIND[kind])
        return notation.write_position(board, Player(colour), numbering)


GAMES: tuple[Game, ...] = tuple(DraughtsGame(rules) for rules in VARIANTS)
RETIRED: tuple[Game, ...] = tuple(DraughtsGame(rules) for rules in RETIRED_VARIANTS)

__all__ = [
    "GAMES",
    "RETIRED",
    "Board",
    "DraughtsGame",
    "Move",
    "MoveRequest",
    "Piece",
    "PieceType",
    "Player",
    "Position",
    "Rules",
    "State",
    "View",
    "apply_move",
    "is_game_over",
    "king",
    "legal_moves",
    "man",
    "validate_move",
]
