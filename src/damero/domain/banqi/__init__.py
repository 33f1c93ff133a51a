"""Banqi, Chinese dark chess on half a board: two variants from one rules record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from damero.domain.banqi import notation, position
from damero.domain.banqi.board import Board, Colour, Piece, PieceType
from damero.domain.banqi.compat import Status, captured_by, status_of, winner_of
from damero.domain.banqi.info import describe
from damero.domain.banqi.moves import Action, Capture, Flip, Move
from damero.domain.banqi.position import Position
from damero.domain.banqi.rules import Rules
from damero.domain.banqi.variants import RETIRED_VARIANTS, VARIANTS
from damero.domain.banqi.view import View
from damero.domain.drawing import NamedGame
from damero.domain.errors import BadPosition
from damero.domain.game import Game, GameInfo, KnownGame, Shuffle, in_order
from damero.domain.game import View as AnyView


@dataclass(frozen=True, slots=True, repr=False)
class BanqiGame(NamedGame):
    rules: Rules

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    def initial(self, shuffle: Shuffle = in_order, /) -> Position:
        return position.deal(self.rules, shuffle)

    def read_position(self, text: str, /) -> Position:
        layout = notation.read_position(text)
        if layout.face_down and layout.deal is None:
            raise BadPosition("banqi.deal_missing", code="DEAL_MISSING")
        return position.stand(self.rules, layout)

    def read_squares(self, text: str, /) -> tuple[str, ...]:
        return notation.read_action(text).squares

    def read_view(self, text: str, /) -> View:
        """A deal in the text stays secret unless the game is over."""
        return position.watch(self.rules, notation.read_position(text))

    def recall(self, known: KnownGame, /) -> View:
        return position.recall(self.rules, notation.read_position(known.text), known)

    def sample(self, view: AnyView, shuffle: Shuffle, /) -> Position:
        if not isinstance(view, View) or view.rules != self.rules:
            raise BadPosition("position.other_game", code="WRONG_GAME")
        return position.resume(view, view.deal or tuple(shuffle(view.hidden_kinds)))

    def write_pieces(self, pieces: Mapping[str, str], colour: str, /) -> str:
        return notation.write_kinds(pieces, Colour(colour))


GAMES: tuple[Game, ...] = tuple(BanqiGame(rules) for rules in VARIANTS)
RETIRED: tuple[Game, ...] = tuple(BanqiGame(rules) for rules in RETIRED_VARIANTS)

__all__ = [
    "GAMES",
    "RETIRED",
    "Action",
    "BanqiGame",
    "Board",
    "Capture",
    "Colour",
    "Flip",
    "Move",
    "Piece",
    "PieceType",
    "Position",
    "Rules",
    "Status",
    "View",
    "captured_by",
    "status_of",
    "winner_of",
]
