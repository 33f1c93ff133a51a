"""Endgame tablebases of the draughts variants: built by retrograde analysis, kept in the user's cache folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import platformdirs

from damero.domain.draughts import Move, Position
from damero.domain.draughts.rules import Player, Rules
from damero.domain.errors import BadPosition
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.tablebase.build import Builder
from damero.engines.draughts.tablebase.draw_limits import limit_of, plies_left
from damero.engines.draughts.tablebase.probe import Probe
from damero.engines.draughts.tablebase.slice_file import (
    Header,
    Shape,
    SliceFile,
    complete_shapes,
    key_of,
    most_pieces,
    path_of,
    pieces_in,
)
from damero.engines.draughts.tablebase.slice_index import place_of
from damero.engines.draughts.tablebase.solver import MOST_PLIES

ALWAYS_THERE = 4
"""Tables of up to this many pieces are built at first use, in a few seconds."""


class Result(StrEnum):
    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"

    @property
    def reversed(self) -> Result:
        """The same for the other side."""
        return {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN, Result.DRAW: Result.DRAW}[self]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a position with perfect play, for the side to move."""

    result: Result
    plies: int
    """To the next conversion (see `solver`), or to the end of the game."""


def folder_of(rules: Rules) -> Path:
    """Where a variant's tables are kept; variants with the same moves and draw rules share them."""
    chosen = os.environ.get("DAMERO_TABLEBASES")
    home = Path(chosen) if chosen else platformdirs.user_cache_path("damero") / "tablebases"
    return home / key_of(rules)


@dataclass(frozen=True, slots=True)
class Stock:
    """What is on disk of a variant's tables."""

    game: str
    pieces: int
    """There are all slices of up to this many pieces; 0 for none."""
    bytes: int
    folder: Path


def stock_of(rules: Rules) -> Stock:
    folder = folder_of(rules)
    paths = [path_of(folder, shape) for shape in complete_shapes(folder)]
    return Stock(rules.id, pieces_in(folder), sum(path.stat().st_size for path in paths), folder)


def covers(rules: Rules) -> bool:
    """The bytes of tables cannot count more plies than MOST_PLIES."""
    return rules.draws.no_progress <= MOST_PLIES


def check_covers(rules: Rules, pieces: int) -> None:
    if rules.draws.no_progress > MOST_PLIES:
        raise BadPosition("tablebase.too_many_plies", most=MOST_PLIES, game=rules.id)
    if not 2 <= pieces <= most_pieces(rules):
        raise BadPosition("tablebase.piece_count", most=most_pieces(rules), pieces=pieces)


class Tablebase:
    """The tables of a variant that are on disk, open for lookups."""

    def __init__(self, rules: Rules, folder: Path) -> None:
        self._rules = rules
        self._kernel = Kernel(rules)
        self._files = {shape: SliceFile(path_of(folder, shape), key_of(rules)) for shape in complete_shapes(folder)}
        self.pieces = max((sum(shape) for shape in self._files), default=0)

    def for_search(self) -> Probe:
        slices = [(shape, file.directory, file.reach, file.blocks) for shape, file in self._files.items()]
        return Probe(self._kernel.flags, self.pieces, slices)

    def headers(self) -> list[Header]:
        return [file.header for file in self._files.values()]

    def values(self, shape: Shape) -> bytearray:
        """The values of a whole slice; `DamagedTablebase` if its file was altered."""
        self._files[shape].verify()
        return self._files[shape].values()

    def verify(self) -> None:
        for file in self._files.values():
            file.verify()

    def ask(self, position: Position) -> Verdict | None:
        """The result with perfect play from the current draw counts; None if no table has the position."""
        white, black = (position.board.force(player) for player in Player)
        if not white.pieces or not black.pieces:
            alone = position.board.force(position.turn).pieces > 0
            return Verdict(Result.WIN if alone else Result.LOSS, 0)
        if white.pieces + black.pieces > self.pieces:
            return None
        shape, index = place_of(self._kernel, pieces_of(position.board), position.turn is Player.BLACK)
        value = self._files[shape].value(index)
        plies = (value - 2) // 2
        if value == 0 or plies > max(0, plies_left(position)):
            return Verdict(Result.DRAW, 0)
        return Verdict(Result.LOSS if value & 1 else Result.WIN, plies)

    def ranked(self, position: Position) -> list[tuple[Move, Verdict]]:
        """Every legal move with what it leads to, for the mover, best first; empty if the tables do not know.

        Among wins the quickest to the next conversion comes first, among losses the slowest.
        """
        if self.ask(position) is None:
            return []
        return sorted(((move, self._after(position, move)) for move in position.legal_moves()), key=_by_merit)

    def _after(self, position: Position, move: Move) -> Verdict:
        after = position.play(move)
        if after.outcome is not None:
            return Verdict(Result.DRAW if after.outcome.winner is None else Result.WIN, 1)
        reply = self.ask(after)
        assert reply is not None
        plies = 1 if self._converts(position, move) else reply.plies + 1
        return Verdict(reply.result.reversed, plies)

    def _converts(self, position: Position, move: Move) -> bool:
        if move.is_capture or move.promotes:
            return True
        mover = position.board.at(move.origin)
        own, enemy = position.board.force(position.turn), position.board.force(position.turn.opponent)
        shape = own.men, own.kings, enemy.men, enemy.kings
        return mover is not None and not mover.is_king and limit_of(self._rules, shape).men_convert


def _by_merit(ranked: tuple[Move, Verdict]) -> tuple[int, int]:
    verdict = ranked[1]
    order = (Result.WIN, Result.DRAW, Result.LOSS).index(verdict.result)
    return order, -verdict.plies if verdict.result is Result.LOSS else verdict.plies


@lru_cache(maxsize=16)
def tablebase(rules: Rules) -> Tablebase:
    """The variant's tables; those of few pieces are built now if they are missing."""
    check_covers(rules, ALWAYS_THERE)
    folder = folder_of(rules)
    if pieces_in(folder) < ALWAYS_THERE:
        Builder(rules, folder).build(ALWAYS_THERE)
    return Tablebase(rules, folder)


def common_oracle(rules: Rules) -> Probe | None:
    """The tables that everybody has, for a search whose result must be the same everywhere."""
    if not covers(rules):
        return None
    probe = tablebase(rules).for_search()
    probe.pieces = ALWAYS_THERE
    return probe
