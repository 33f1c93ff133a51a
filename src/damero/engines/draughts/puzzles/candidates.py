"""Positions in which a puzzle may be: from quick games of the engine against itself, and from endgame tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from struct import iter_unpack

from damero.domain.draughts import Piece, PieceType, Player, Position, Rules
from damero.domain.draughts.board import geometry
from damero.domain.draughts.position import set_up
from damero.engines.draughts.board import Pieces, Squares, bit_of
from damero.engines.draughts.train.arena import Arena
from damero.engines.draughts.weights import evaluation_of
from damero.engines.engine import TRAINED


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position as the search reads it."""

    pieces: Pieces
    black: bool

    def position(self, rules: Rules) -> Position:
        kinds = [Piece(player, kind) for player in Player for kind in (PieceType.MAN, PieceType.KING)]
        placed = [(square, kind) for squares, kind in zip(self.pieces, kinds, strict=True) for square in squares]
        return set_up(rules, placed, Player.BLACK if self.black else Player.WHITE)


GAMES = 8
"""Games of a batch."""
NODES = 200
"""Of each move: the players are quick, and often wrong."""
WILD = 40
"""Random moves in a thousand."""
OPENINGS = range(4, 11)
SAMPLE = "<QQQii"
"""White, black and kings as bits, whether Black is to move, and the score."""
DECIDED = 500
"""Where one side is further ahead, a puzzle would show little."""
LEAST_MOVES = 3
"""Where there are fewer moves, there is little to find."""
ENDINGS = 12
"""Random endings of a batch."""
SMALLEST, LARGEST = 3, 4
"""Pieces of a random ending."""


def from_games(rules: Rules, seed: int) -> Iterator[list[Candidate]]:
    """The undecided quiet positions of each game of a batch, without what was before them."""
    evaluation = evaluation_of(rules, TRAINED)
    arena = Arena(rules, (evaluation, evaluation), nodes=NODES, seed=("puzzles", seed))
    squares = {bit_of(square, rules.size): square for square in geometry(rules.size).squares}
    for number in range(GAMES):
        samples, _ = arena.game(OPENINGS[number % len(OPENINGS)], WILD)
        found = iter_unpack(SAMPLE, samples)
        yield [_candidate(squares, *sample) for *sample, score in found if abs(score) <= DECIDED]


def _candidate(squares: dict[int, int], white: int, black: int, kings: int, black_to_move: int) -> Candidate:
    def squares_in(bits: int) -> Squares:
        return tuple(square for bit, square in squares.items() if bits >> bit & 1)

    pieces = tuple(map(squares_in, (white & ~kings, white & kings, black & ~kings, black & kings)))
    return Candidate((pieces[0], pieces[1], pieces[2], pieces[3]), black_to_move == 1)


def random_endings(rules: Rules, seed: int, count: int = ENDINGS) -> Iterator[Position]:
    """Quiet positions of few pieces with the sides about equal."""
    random = Random(f"endings {seed}")
    for _ in range(count):
        position = _random_ending(rules, random)
        moves = position.legal_moves()
        if len(moves) >= LEAST_MOVES and not any(move.is_capture for move in moves):
            yield position


def _random_ending(rules: Rules, random: Random) -> Position:
    count = random.randint(SMALLEST, LARGEST)
    own = random.randint(1, count - 1)
    owners = [Player.WHITE] * own + [Player.BLACK] * (count - own)
    squares = random.sample(list(geometry(rules.size).squares), count)
    pieces = [
        (square, _random_piece(rules, random, square, owner)) for square, owner in zip(squares, owners, strict=True)
    ]
    return set_up(rules, pieces, random.choice(list(Player)))


def _random_piece(rules: Rules, random: Random, square: int, owner: Player) -> Piece:
    is_crowned = square in geometry(rules.size).crown_rows[owner] or random.random() < 0.5
    return Piece(owner, PieceType.KING if is_crowned else PieceType.MAN)
