"""Endings to practise, from the tables that every installation can build in seconds."""

from __future__ import annotations

from random import Random

from damero.application.ports import KnownMove
from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame, Piece, PieceType, Player
from damero.domain.draughts import Position as DraughtsPosition
from damero.domain.draughts.board import geometry
from damero.domain.draughts.position import set_up
from damero.domain.errors import DameroError
from damero.domain.game import Position
from damero.domain.puzzle import Goal
from damero.engines.draughts.puzzles.endings import rank
from damero.engines.draughts.tablebase.draw_limits import plies_left
from damero.engines.draughts.tablebase.tables import covers
from damero.engines.puzzles.exact import RESULTS, best_defence, moves_with

CLASSES = ("KK-K", "KKK-K", "KM-K", "KMM-K", "KK-M", "KK-KM", "KM-KM", "MM-M", "KMM-M", "K-KM", "K-KMM", "K-KK")
"""The material of the side to move and of its opponent: K a king, M a man."""
TRIES = 4_000
"""Random positions, until one fits."""
LEAST_PLIES = 5


class DraughtsEndings:
    """Endings of the draughts variants."""

    def classes(self, game_id: str, /) -> tuple[str, ...]:
        played = game(game_id)
        return CLASSES if isinstance(played, DraughtsGame) and covers(played.rules) else ()

    def draw(self, game_id: str, material: str, goal: Goal, seed: str, /) -> Position:
        played, random = game(game_id), Random(seed)
        if material not in self.classes(game_id) or not isinstance(played, DraughtsGame) or goal not in RESULTS:
            raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")
        for _ in range(TRIES):
            position = _place(played, material, random)
            if _fits(position, goal):
                return position
        raise DameroError("puzzles.no_such_ending", code="NO_SUCH_ENDING")

    def moves(self, position: Position, /) -> tuple[KnownMove, ...]:
        return tuple(KnownMove(str(each.move), each.result, each.plies) for each in rank(position))

    def plies_left(self, position: Position, /) -> int:
        assert isinstance(position, DraughtsPosition)
        return plies_left(position)

    def defence(self, position: Position, /) -> str:
        return str(best_defence(rank, position))


def _place(played: DraughtsGame, material: str, random: Random) -> DraughtsPosition:
    solver = random.choice(list(Player))
    own, enemy = material.split("-")
    kinds = [(solver, letter) for letter in own] + [(solver.opponent, letter) for letter in enemy]
    grid, taken = geometry(played.rules.size), set[int]()
    pieces = []
    for owner, letter in kinds:
        kind = PieceType.KING if letter == "K" else PieceType.MAN
        crown = grid.crown_rows[owner] if kind is PieceType.MAN else ()
        square = random.choice([each for each in grid.squares if each not in taken and each not in crown])
        taken.add(square)
        pieces.append((square, Piece(owner, kind)))
    return set_up(played.rules, pieces, solver)


def _fits(position: DraughtsPosition, goal: Goal) -> bool:
    """Whether it takes some moves to reach the goal, and not every move does."""
    moves = position.legal_moves()
    if len(moves) < 2 or any(move.is_capture for move in moves):
        return False
    ranked = rank(position)
    right = moves_with(ranked, RESULTS[goal])
    is_long = goal is Goal.DRAW or ranked[0].plies >= LEAST_PLIES
    return ranked[0].result == RESULTS[goal] and len(right) < len(moves) and is_long
