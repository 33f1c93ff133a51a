"""Stratego: three variants from one rules record.

The package exports the names of the Stratego document (`Board`, `Position`, `Move`, `validate_move`, …) from
`compat`. There `Position` is a square of the board and `GameState` a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from damero.domain.drawing import NamedGame
from damero.domain.game import GameInfo, KnownGame, PlacedGame, Seat, Shuffle, in_order
from damero.domain.game import View as AnyView
from damero.domain.stratego import armies as army_texts
from damero.domain.stratego import formations, notation, position, sample, setup
from damero.domain.stratego.board import NAMES, Piece, UnknownPiece
from damero.domain.stratego.combat import CombatOutcome, CombatResult, resolve_combat
from damero.domain.stratego.compat import (
    Board,
    GamePhase,
    GameState,
    Move,
    PlacePiece,
    PlayerSide,
    Position,
    ValidationResult,
    apply_move,
    begin,
    empty_setup,
    is_setup_complete,
    place_piece,
    remove_piece,
    swap_pieces,
    validate_move,
    validate_placement,
    why_not,
)
from damero.domain.stratego.formations import Formation
from damero.domain.stratego.info import describe
from damero.domain.stratego.moves import RulesViolationError
from damero.domain.stratego.position import replay
from damero.domain.stratego.rules import Rank, Rules, Side
from damero.domain.stratego.variants import RETIRED_VARIANTS, VARIANTS
from damero.domain.stratego.view import Fight, View


@dataclass(frozen=True, slots=True, repr=False)
class StrategoGame(NamedGame):
    rules: Rules

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    def initial(self, shuffle: Shuffle = in_order, /) -> position.Position:
        """Both armies on random squares; without a shuffle, the first formation on both sides."""
        army = self.library[0].army
        return self.place({side: setup.shuffled(army, shuffle) for side in Side})

    def read_position(self, text: str, /) -> position.Position:
        return position.read_position(self.rules, text)

    def read_squares(self, text: str, /) -> tuple[str, ...]:
        step = notation.read_step(text)
        return NAMES[step.origin], NAMES[step.target]

    def read_view(self, text: str, /) -> View:
        return sample.read_view(self.rules, text)

    def recall(self, known: KnownGame, /) -> View:
        return sample.recall(self.rules, known)

    def sample(self, view: AnyView, shuffle: Shuffle, /) -> position.Position:
        assert isinstance(view, View)
        return sample.sample(view, shuffle)

    def write_pieces(self, pieces: Mapping[str, str], colour: str, /) -> str:
        return notation.write_kinds(self.rules, pieces, Side(colour))

    def place(self, armies: Mapping[Seat, str], /) -> position.Position:
        """The first position of a game between two armies, each in the text form of `setup`."""
        for seat in armies:
            self.info.check_seat(seat)
        return setup.assemble(self.rules, armies)

    def check_army(self, seat: Seat, text: str, /) -> None:
        """Refuse an army that this seat may not begin with. `BadText` or `BadPosition` says why."""
        setup.check_army(self.rules, self._side(seat), text)

    def zone(self, seat: Seat, /) -> tuple[str, ...]:
        return army_texts.zone(self.rules, self._side(seat))

    def read_army(self, seat: Seat, text: str, /) -> Mapping[str, str]:
        return army_texts.pieces_of(self.rules, self._side(seat), text)

    def write_army(self, seat: Seat, pieces: Mapping[str, str], /) -> str:
        return army_texts.text_of(self.rules, self._side(seat), pieces)

    def mirror_army(self, text: str) -> str:
        return setup.mirror(self.rules, text)

    def formations(self, seat: Seat, /) -> Mapping[str, str]:  # noqa: ARG002 (an army's text serves both seats)
        return {formation.name: formation.army for formation in self.library}

    def _side(self, seat: Seat) -> Side:
        self.info.check_seat(seat)
        return Side(seat)

    @property
    def library(self) -> tuple[Formation, ...]:
        """The ready-made armies, each with its idea."""
        return formations.formations(self.rules)


GAMES: tuple[PlacedGame, ...] = tuple(StrategoGame(rules) for rules in VARIANTS)
RETIRED: tuple[PlacedGame, ...] = tuple(StrategoGame(rules) for rules in RETIRED_VARIANTS)

__all__ = [
    "GAMES",
    "RETIRED",
    "Board",
    "CombatOutcome",
    "CombatResult",
    "Fight",
    "Formation",
    "GamePhase",
    "GameState",
    "Move",
    "Piece",
    "PlacePiece",
    "PlayerSide",
    "Position",
    "Rank",
    "Rules",
    "RulesViolationError",
    "Side",
    "StrategoGame",
    "UnknownPiece",
    "ValidationResult",
    "View",
    "apply_move",
    "begin",
    "empty_setup",
    "is_setup_complete",
    "place_piece",
    "remove_piece",
    "replay",
    "resolve_combat",
    "swap_pieces",
    "validate_move",
    "validate_placement",
    "why_not",
]
