"""Armies for training: read from a file, drawn at random, or laid out for the arena."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from damero.domain.errors import DameroError
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rules, Side
from damero.domain.stratego.setup import fill, write_army
from damero.engines.stratego.setup import army

ArenaArmy: TypeAlias = list[tuple[int, int]]
"""The cell and rank of each piece."""


def checked_armies(rules: StrategoGame, lines: Iterable[str]) -> list[str]:
    """The armies of a file, one a line, front row first; the slashes between rows may be left out."""
    armies = []
    for number, line in enumerate(lines, 1):
        letters = line.strip().replace("/", "")
        text = "/".join(letters[first : first + SIZE] for first in range(0, len(letters), SIZE))
        try:
            rules.check_army(rules.info.seats[0], text)
        except DameroError as error:
            raise ValueError(f"line {number} is not an army: {error}") from error
        armies.append(text)
    if not armies:
        raise ValueError("the file holds no army.")
    return armies


def uniform_army(rules: Rules, random: Random) -> str:
    """An army in which every legal placement is equally likely."""
    empty = write_army([None] * rules.zone_rows * SIZE)
    return fill(rules, empty, lambda squares: random.sample(squares, len(squares)))


def mirrored_at_random(rules: StrategoGame, text: str, random: Random) -> str:
    return rules.mirror_army(text) if random.random() < 0.5 else text


def engine_armies(rules: StrategoGame, random: Random) -> list[ArenaArmy]:
    """Two armies of the engine, for the arena."""
    first, second = (army(rules, seat, random) for seat in rules.info.seats)
    return arena_armies(rules, first, second)


def arena_armies(rules: StrategoGame, first: str, second: str) -> list[ArenaArmy]:
    """Two armies as the arena takes them."""
    state = rules.place(dict(zip(rules.info.seats, (first, second), strict=True)))
    pieces = [(cell, piece) for cell, piece in enumerate(state.board.cells) if piece is not None]
    return [[(cell, int(piece.rank)) for cell, piece in pieces if piece.side is side] for side in Side]
