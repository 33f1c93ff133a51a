"""One game from its start to its end, as an environment plays it."""

from __future__ import annotations

from copy import copy
from random import Random

from damero.domain import catalogue
from damero.domain.errors import check_positive
from damero.domain.game import Game, Move, PlacedGame, Position, Seat, View
from damero.engines import registry
from damero.rl.encoding import Int8Array, encoding_of

MAX_PLIES = 1000
"""A game that is not over by then is cut off."""
WIN, DRAW, LOSS = 1.0, 0.0, -1.0


class Episode:
    """A position that moves forward by actions."""

    def __init__(self, game: Game, position: Position, max_plies: int = MAX_PLIES) -> None:
        self.encoding = encoding_of(game.info)
        self.position = position
        check_positive(max_plies=max_plies)
        self._last = len(position.plies) + max_plies
        self.moves = self._moves()

    def __deepcopy__(self, _memo: object) -> Episode:
        """Its parts are never changed, only replaced."""
        return copy(self)

    @property
    def to_move(self) -> Seat | None:
        return self.position.to_move

    @property
    def is_over(self) -> bool:
        """By the rules of the game."""
        return self.position.outcome is not None

    @property
    def is_cut_off(self) -> bool:
        return not self.is_over and len(self.position.plies) >= self._last

    def view(self, seat: Seat) -> View:
        return self.position.view(seat)

    def play(self, action: int) -> None:
        """Play a legal action. `KeyError` for another."""
        self.play_text(str(self.moves[action]))

    def play_text(self, move: str) -> None:
        self.position = self.position.play(move)
        self.moves = self._moves()

    def observe(self, seat: Seat) -> Int8Array:
        return self.encoding.observe(self.view(seat))

    def mask(self, seat: Seat) -> Int8Array:
        """The legal actions of a seat: none unless it is its turn."""
        return self.encoding.mask(self.moves if seat == self.to_move else ())

    def reward(self, seat: Seat) -> float:
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return DRAW
        return WIN if outcome.winner == seat else LOSS

    def _moves(self) -> dict[int, Move]:
        seat = self.to_move
        return {} if seat is None else self.encoding.moves(self.view(seat))


def begin(game: Game, random: Random, *, realistic_armies: bool = False) -> Position:
    """A start position: fixed, dealt, or with armies that are random or those of the game's engine."""
    if realistic_armies and isinstance(game, PlacedGame):
        return game.place({seat: registry.place_army(game, seat, random) for seat in game.info.seats})
    return game.initial(lambda items: random.sample(items, len(items)))


def find_game(game: Game | str) -> Game:
    return catalogue.game(game) if isinstance(game, str) else game
