"""The names of squares in letters: `c3`, with a1 in the corner at White's left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from damero.domain.draughts.board import geometry
from damero.domain.draughts.rules import Rules

_FILES = "abcdefghij"


@dataclass(frozen=True, slots=True)
class Letters:
    """Converts squares of the board to letters and back."""

    names: tuple[str, ...]
    """By square."""
    squares: Mapping[str, int]

    def file(self, square: int) -> str:
        return self.names[square][0]


def letters_of(rules: Rules) -> Letters:
    return _letters(rules.size, rules.mirrored)


@lru_cache
def _letters(size: int, mirrored: bool) -> Letters:  # noqa: FBT001 (a key of the cache)
    places = geometry(size).places[1:]
    files = _FILES[:size][::-1] if mirrored else _FILES
    names = tuple(f"{files[column]}{size - row}" for row, column in places)
    return Letters(("", *names), {name: square for square, name in enumerate(names, start=1)})
