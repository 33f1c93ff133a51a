"""How a terminal names squares: by their names (numbers in draughts) or by letters, as the player prefers."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from functools import cached_property

from damero.cli.speech import said
from damero.domain.errors import DameroError
from damero.domain.game import GameInfo, Move, Ply, Square
from damero.texts import Item, Text, Value

LETTERS, NUMBERS = "letters", "numbers"
_NUMBER = re.compile(r"\d+", re.ASCII)


def add_notation(parser: argparse.ArgumentParser, description: str) -> None:
    parser.add_argument("--notation", choices=(LETTERS, NUMBERS), help=description)


@dataclass(frozen=True)
class SquareNames:
    """Without slots, so that the names can be cached."""

    info: GameInfo
    in_letters: bool

    @classmethod
    def chosen(cls, info: GameInfo, notation: str | None) -> SquareNames:
        """By the argument `--notation`, or as the players of the game are used to."""
        has_letters = any(square.letters for square in info.board.squares)
        wanted = info.shows_letters if notation is None else notation == LETTERS
        return cls(info, in_letters=has_letters and wanted)

    def square(self, square: Square) -> str:
        return square.letters if self.in_letters and square.letters else square.name

    def move(self, move: Move | Ply) -> str:
        if not self.in_letters:
            return move.text if isinstance(move, Ply) else str(move)
        return ("x" if move.taken else "-").join(self._letters[name] for name in move.squares)

    def sentence(self, error: DameroError) -> str:
        """What was refused, with the squares as they are named here."""
        return said(self._renamed(error.text) if self.in_letters else error.text)

    @cached_property
    def _letters(self) -> dict[str, str]:
        return {square.name: square.letters or square.name for square in self.info.board.squares}

    def _renamed(self, text: Text) -> Text:
        return Text(text.key, {name: self._value(value) for name, value in text.values.items()})

    def _value(self, value: Value) -> Value:
        return self._item(value) if isinstance(value, str | int | Text) else tuple(map(self._item, value))

    def _item(self, item: Item) -> Item:
        """A square, a move, or squares in words (`22 to 18`). Numbers as such are no squares."""
        if isinstance(item, Text):
            return self._renamed(item)
        return (
            item if isinstance(item, int) else _NUMBER.sub(lambda number: self._letters.get(number[0], number[0]), item)
        )
