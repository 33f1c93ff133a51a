"""Random games for tests, the same again for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from damero.domain.game import Game, Item, Move, Position, Shuffle


def shuffle_by(seed: int) -> Shuffle:
    draw = random.Random(seed)

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return draw.sample(items, len(items))

    return shuffle


def random_moves(game: Game, seed: int) -> Iterator[tuple[Position, Move]]:
    """Each position of a random game with the move played in it, the end excluded."""
    draw = random.Random(seed)
    position = game.initial(shuffle_by(seed))
    while position.outcome is None:
        move = draw.choice(position.legal_moves())
        yield position, move
        position = position.play(move)


def random_position(game: Game, seed: int, plies: int) -> Position:
    """The position after this many random plies, or the last one if the game ends earlier."""
    draw = random.Random(seed)
    position = game.initial(shuffle_by(seed))
    for _ in range(plies):
        if position.outcome is not None:
            return position
        position = position.play(draw.choice(position.legal_moves()))
    return position


def finished_game(game: Game, seed: int) -> Position:
    return random_position(game, seed, plies=1_000_000)
