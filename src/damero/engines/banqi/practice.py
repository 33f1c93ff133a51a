"""Banqi endings to practise: up to four pieces, all face up, solved when they are first needed."""

from __future__ import annotations

from random import Random

from damero.domain import game
from damero.domain.banqi import BanqiGame, Colour, Position
from damero.domain.banqi.board import FACE_DOWN, KIND_OF_LETTER, NAMES, Kind
from damero.domain.puzzle import Goal
from damero.engines.banqi.puzzles import rank
from damero.engines.puzzles.endings import Endings
from damero.engines.puzzles.exact import DRAW, RESULTS, WIN, Ranked, moves_with

MOST_PIECES = 4
LEAST_PLIES = 5
NO_PROGRESS = 100
"""The draw rule for which endings are solved."""


class BanqiEndings(Endings):
    """K, G, M, R, H, C, P: king, guard, minister, rook, horse, cannon, pawn."""

    materials = ("K-G", "KG-P", "KP-C", "GC-R", "MC-RP", "GC-PP", "RH-PP", "PPP-K", "PP-KR", "HH-R", "CC-G")

    def covers(self, played: game.Game, /) -> bool:
        return isinstance(played, BanqiGame) and played.rules.no_progress == NO_PROGRESS

    def place(self, played: game.Game, material: str, random: Random, /) -> Position:
        assert isinstance(played, BanqiGame)
        solver = random.choice(list(Colour))
        kinds = _kinds(material, solver)
        squares = random.sample(NAMES, len(kinds))
        pieces = {square: kind.id for square, kind in zip(squares, kinds, strict=True)}
        return played.read_position(played.write_pieces(pieces, solver))

    def rank(self, position: game.Position, /) -> list[Ranked]:
        """A win that takes more plies than the draw rule leaves is a draw."""
        assert isinstance(position, Position)
        if position.outcome is not None or not _is_solved(position):
            return []
        left = self.plies_left(position)
        ranked = (_within(left, each) for each in rank(position))
        return sorted(ranked, key=lambda each: -each.result)

    def is_exercise(self, position: game.Position, goal: Goal, /) -> bool:
        """Nearly every move keeps a win in Banqi: the task is to waste no time."""
        ranked = self.rank(position)
        if len(ranked) < 2 or ranked[0].result != RESULTS[goal]:
            return False
        if goal is Goal.DRAW:
            return len(moves_with(ranked, DRAW)) < len(ranked)
        return ranked[0].plies >= LEAST_PLIES and (ranked[-1].result, ranked[-1].plies) != (WIN, ranked[0].plies)

    def plies_left(self, position: game.Position, /) -> int:
        assert isinstance(position, Position)
        return position.rules.no_progress - position.quiet_plies


def _kinds(material: str, solver: Colour) -> list[Kind]:
    own, enemy = material.split("-")
    red, black = (own, enemy) if solver is Colour.RED else (enemy, own)
    return [KIND_OF_LETTER[letter] for letter in red + black.lower()]


def _is_solved(position: Position) -> bool:
    """Both sides have pieces, few, and all of them are seen."""
    cells = [cell for cell in position.cells if cell is not None]
    return FACE_DOWN not in cells and len(cells) <= MOST_PIECES and position.current_turn is not None


def _within(left: int, ranked: Ranked) -> Ranked:
    return Ranked(ranked.move, DRAW, 0) if ranked.result != DRAW and ranked.plies > left else ranked
