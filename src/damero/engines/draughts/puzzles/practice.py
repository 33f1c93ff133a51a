"""Draughts endings to practise, from the tables that every installation can build in seconds."""

from __future__ import annotations

from random import Random

from damero.domain import game
from damero.domain.draughts import DraughtsGame, Piece, PieceType, Player, Position
from damero.domain.draughts.board import geometry
from damero.domain.draughts.position import set_up
from damero.domain.puzzle import Goal
from damero.engines.draughts.puzzles.endings import RESULTS as BY_TABLES
from damero.engines.draughts.puzzles.endings import rank
from damero.engines.draughts.tablebase.draw_limits import plies_left
from damero.engines.draughts.tablebase.tables import covers, tablebase
from damero.engines.puzzles.endings import Endings
from damero.engines.puzzles.exact import RESULTS, Ranked, moves_with

LEAST_PLIES = 3
"""Of a win with kings alone. Where there are men, each of their moves is a conversion: distances say little."""


class DraughtsEndings(Endings):
    """K is a king, M a man."""

    materials = ("KK-K", "KKK-K", "KM-K", "KMM-K", "KK-M", "KK-KM", "KM-KM", "MM-M", "KMM-M", "K-KM", "K-KMM", "K-KK")

    def covers(self, played: game.Game, /) -> bool:
        return isinstance(played, DraughtsGame) and covers(played.rules)

    def place(self, played: game.Game, material: str, random: Random, /) -> Position:
        assert isinstance(played, DraughtsGame)
        solver, grid, taken = random.choice(list(Player)), geometry(played.rules.size), set[int]()
        pieces = []
        for owner, kind in _pieces(material, solver):
            crown = grid.crown_rows[owner] if kind is PieceType.MAN else ()
            square = random.choice([each for each in grid.squares if each not in taken and each not in crown])
            taken.add(square)
            pieces.append((square, Piece(owner, kind)))
        return set_up(played.rules, pieces, solver)

    def rank(self, position: game.Position, /) -> list[Ranked]:
        return rank(position)

    def is_exercise(self, position: game.Position, goal: Goal, /) -> bool:
        """Nothing can be taken, and not every move reaches the goal. The cheap question comes first."""
        assert isinstance(position, Position)
        verdict = tablebase(position.rules).ask(position)
        if verdict is None or BY_TABLES[verdict.result] != RESULTS[goal]:
            return False
        if goal is Goal.WIN and verdict.plies < LEAST_PLIES and not _men(position):
            return False
        moves = position.legal_moves()
        if len(moves) < 2 or any(move.is_capture for move in moves):
            return False
        return 0 < len(moves_with(rank(position), RESULTS[goal])) < len(moves)

    def plies_left(self, position: game.Position, /) -> int:
        assert isinstance(position, Position)
        return plies_left(position)


def _pieces(material: str, solver: Player) -> list[tuple[Player, PieceType]]:
    own, enemy = material.split("-")
    letters = [(solver, letter) for letter in own] + [(solver.opponent, letter) for letter in enemy]
    return [(owner, PieceType.KING if letter == "K" else PieceType.MAN) for owner, letter in letters]


def _men(position: Position) -> int:
    return sum(position.board.force(player).men for player in Player)
