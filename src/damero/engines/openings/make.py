"""Counts the opening moves of quick games that the engine plays against itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeAlias

from damero.domain.catalogue import game
from damero.domain.game import Position
from damero.domain.position_key import position_key
from damero.engines.bulk import Bulk, OneByOne
from damero.engines.data_file import LICENCE
from damero.engines.engine import Engine, Limits
from damero.engines.levels import engine_of
from damero.engines.openings.shipped import OpeningTable, hex_of, written

LEVEL = 8
WILD_PLIES = 6
"""The first plies, in which the engine is not always asked, so that games differ."""
WILDNESS = 0.5
"""The share of these moves that are drawn at random."""
LONGEST_GAME = 160
"""Plies. A longer game counts as a draw."""
BATCH = 10
"""Games that a worker plays in a row."""

Game: TypeAlias = tuple[list[tuple[int, str]], int]
"""The moves with the keys of their positions, and the result: 0 and 1 for the winner in order of play, 2 a draw."""


@dataclass(frozen=True, slots=True)
class OpeningPlan:
    game_id: str
    games: int
    seed: int
    nodes: int = 1_000
    """That the engine searches for each move."""
    plies: int = 12
    """Of each game, that are counted."""
    least: int = 3
    """Games, for a position to be kept."""

    @property
    def command(self) -> str:
        return f"damero openings make {self.game_id} --games {self.games} --seed {self.seed} --nodes {self.nodes}"


def make(
    plan: OpeningPlan, bulk: Bulk | None = None, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> OpeningTable:
    """The same plan gives the same table, wherever the games are played."""
    counts: dict[int, Counter[tuple[str, int]]] = {}
    for number, (moves, result) in enumerate(_games(plan, bulk or OneByOne()), start=1):
        for key, move in moves:
            counts.setdefault(key, Counter())[move, result] += 1
        progress(number, plan.games)
    kept = {hex_of(key): written(found) for key, found in counts.items() if found.total() >= plan.least}
    return OpeningTable(
        format=OpeningTable.FORMAT,
        source=plan.command,
        licence=LICENCE,
        game=plan.game_id,
        games=plan.games,
        positions=dict(sorted(kept.items())),
    )


def _games(plan: OpeningPlan, bulk: Bulk) -> Iterator[Game]:
    batches = [range(start, min(start + BATCH, plan.games)) for start in range(0, plan.games, BATCH)]
    for played in bulk.map(partial(play_games, plan), batches):
        yield from played


def play_games(plan: OpeningPlan, numbers: range) -> list[Game]:
    return [_play(plan, Random(f"{plan.game_id} {plan.seed} {number}")) for number in numbers]


def _play(plan: OpeningPlan, random: Random) -> Game:
    """With an engine that remembers no other game."""
    engine = engine_of(game(plan.game_id).info, LEVEL)
    position: Position = game(plan.game_id).initial()
    moves: list[tuple[int, str]] = []
    while position.outcome is None and len(moves) < LONGEST_GAME:
        move = _choose(plan, engine, position, random)
        moves.append((position_key(position), move))
        position = position.play(move)
    winner = None if position.outcome is None else position.outcome.winner
    return moves[: plan.plies], 2 if winner is None else position.info.seats.index(winner)


def _choose(plan: OpeningPlan, engine: Engine, position: Position, random: Random) -> str:
    if len(position.plies) < WILD_PLIES and random.random() < WILDNESS:
        return str(random.choice(position.legal_moves()))
    assert position.to_move is not None
    limits = Limits(nodes=plan.nodes, threads=1, seed=random.randrange(2**31))
    return engine.choose(position.view(position.to_move), limits).move
