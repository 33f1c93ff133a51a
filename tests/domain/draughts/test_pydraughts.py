"""The referee beside pydraughts, an independent generator, on random boards and in random play.

Both list the same moves (origin, destination, captured set) in the five variants that both know. No difference in rules
is left over. Its English board swaps the colours within; its own outer `Board` undoes that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeAlias

import pytest
from draughts import Board as PyBoard
from draughts.core.game import Game as PyGame
from tests.domain.draughts.boards import RULES

from damero.domain.draughts import position
from damero.domain.draughts.board import Piece, PieceType, geometry
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Player, Rules

Turn: TypeAlias = tuple[int, int, frozenset[int]]
NAMES = {
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "international": "standard",
    "italian": "italian",
}


def ours(of: Position) -> set[Turn]:
    return {(int(move.squares[0]), int(move.squares[-1]), frozenset(map(int, move.taken))) for move in of.legal_moves()}


def theirs(variant: str, fen: str) -> set[Turn]:
    if variant == "english":
        return set(_turns(*PyBoard("english", fen)._legal_moves_board()))
    return set(_turns(*PyGame(NAMES[variant], fen).legal_moves()))


def _turns(moves: list[list[list[int]]], captures: list[list[int | None]]) -> Iterator[Turn]:
    for move, captured in zip(moves, captures, strict=True):
        yield move[0][0], move[-1][1], frozenset(square for square in captured if square is not None)


def random_boards(rules: Rules, count: int, chance: random.Random) -> Iterator[Position]:
    """Boards with many kings and room for long captures; both sides have pieces."""
    grid = geometry(rules.size)
    while count:
        pieces = []
        for square in chance.sample(grid.squares, chance.randint(4, 12)):
            owner = chance.choice(list(Player))
            is_king = square in grid.crown_rows[owner] or chance.random() < 0.35
            pieces.append((square, Piece(owner, PieceType.KING if is_king else PieceType.MAN)))
        if len({piece.owner for _, piece in pieces}) == 2:
            made = position.set_up(rules, pieces, chance.choice(list(Player)))
            if made.outcome is None:
                count -= 1
                yield made


def random_play(rules: Rules, count: int, chance: random.Random) -> Iterator[Position]:
    current = position.initial(rules)
    for _ in range(count):
        yield current
        current = current.play(chance.choice(current.legal_moves()))
        if current.outcome:
            current = position.initial(rules)


def differences(variant: str, count: int, seed: int) -> list[tuple[str, set[Turn], set[Turn]]]:
    chance, rules = random.Random(seed), RULES[variant]
    positions = [*random_boards(rules, count // 2, chance), *random_play(rules, count // 2, chance)]
    assert len(positions) == count
    listed = ((each.text, ours(each), theirs(variant, each.text)) for each in positions)
    return [(fen, mine - other, other - mine) for fen, mine, other in listed if mine != other]


@pytest.mark.parametrize("variant", NAMES)
def test_both_generators_list_the_same_moves(variant: str) -> None:
    assert differences(variant, count=40, seed=1) == []


@pytest.mark.slow
@pytest.mark.parametrize("variant", NAMES)
def test_both_generators_list_the_same_moves_in_hundreds_of_positions(variant: str) -> None:
    assert differences(variant, count=500, seed=2) == []
