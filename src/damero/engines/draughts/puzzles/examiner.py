"""Compares the moves of a position at a fixed depth, with the same answer on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from damero.domain.draughts import Move, Player, Position, Rules
from damero.domain.puzzle import Goal
from damero.engines.draughts.board import WrittenMove, pieces_of
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.puzzles.candidates import Candidate
from damero.engines.draughts.referee_moves import referee_move
from damero.engines.draughts.search import Search, Thought
from damero.engines.draughts.tablebase.tables import common_oracle
from damero.engines.draughts.weights import evaluation_of
from damero.engines.engine import TRAINED

CERTAIN = 15_000
"""A score beyond this is a win that the search or an endgame table has proved."""
CLEAR = 100
"""By how much the only right move is better than the next."""
AHEAD = 80
"""The least score of an advantage."""
NOT_WON = 150
"""The most that another move may be worth where one move wins by force."""
NOT_AHEAD = 60
"""The most that another move may be worth where one move gains an advantage."""
SLACK = 60
"""By how much a later move of the solution may be worth less than the first."""
MEGABYTES = 4
DEEPEST = 17
MOST_NODES = 500_000
"""Of any search: a position that needs more is left alone."""
SURE = 25_000
"""Beyond this score a search ends before its depth is reached."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The best move of a position, and what the best of the others is worth."""

    best: Move
    score: int
    next_score: int
    depth: int

    @property
    def goal(self) -> Goal | None:
        """What only the best move reaches."""
        if self.score > CERTAIN:
            return Goal.WIN if self.next_score <= NOT_WON else None
        is_clear = self.score >= AHEAD and self.score - self.next_score >= CLEAR and self.next_score <= NOT_AHEAD
        return Goal.ADVANTAGE if is_clear else None


class Examiner:
    """Searches the positions of one game."""

    def __init__(self, rules: Rules) -> None:
        self._kernel = Kernel(rules)
        self._search = Search(rules, self._kernel, evaluation_of(rules, TRAINED), common_oracle(rules))

    def think(
        self, position: Position, *, depth: int = DEEPEST, nodes: int = MOST_NODES, excluded: Sequence[WrittenMove] = ()
    ) -> Thought:
        return self._search.think(
            pieces_of(position.board),
            black=position.turn is Player.BLACK,
            depth=depth,
            nodes=nodes,
            past=[(pieces_of(board), player is Player.BLACK) for board, player in position.seen],
            quiet_plies=position.quiet_plies,
            ending_count=position.ending_count,
            table_megabytes=MEGABYTES,
            excluded=excluded,
        )

    def count_moves(self, candidate: Candidate) -> int:
        return len(self._kernel.moves(candidate.pieces, black=candidate.black))

    def glance(
        self, candidate: Candidate, nodes: int, depth: int = DEEPEST, without: WrittenMove | None = None
    ) -> Thought:
        """A brief search."""
        excluded = () if without is None else (without,)
        return self._search.think(
            candidate.pieces, black=candidate.black, depth=depth, nodes=nodes, table_megabytes=1, excluded=excluded
        )

    def compare(self, position: Position, depth: int) -> Comparison | None:
        """Of a position with two moves or more; None if a search of this depth takes too long."""
        scored = self.scores(position, depth, 2)
        return Comparison(scored[0][0], scored[0][1], scored[1][1], depth) if scored else None

    def best_reply(self, position: Position, depth: int) -> Move:
        return referee_move(position, self.think(position, depth=depth).best)

    def scores(self, position: Position, depth: int, most: int) -> list[tuple[Move, int]]:
        """The best moves with their scores, best first; none if a search of this depth takes too long."""
        thoughts: list[Thought] = []
        for _ in range(min(most, len(position.legal_moves()))):
            thought = self.think(position, depth=depth, excluded=tuple(each.best for each in thoughts))
            if thought.depth < depth and abs(thought.score) < SURE:
                return []
            thoughts.append(thought)
        return [(referee_move(position, each.best), each.score) for each in thoughts]


@lru_cache(maxsize=4)
def examiner_of(rules: Rules) -> Examiner:
    return Examiner(rules)
