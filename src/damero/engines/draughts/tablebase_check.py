"""The check of tables that are on disk: every byte, and every entry against those that its moves lead to."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.kernel import flags_of
from damero.engines.draughts.probe import disagreements
from damero.engines.draughts.slices import slice_size
from damero.engines.draughts.solved import Solved
from damero.engines.draughts.tablebase import Tablebase
from damero.engines.draughts.tablebase_build import PairWork, works

EVERY = {6: 997}
"""Of so many pieces one entry in so many is looked at; of fewer, each. A prime misses no pattern of the board."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found among the tables of so many pieces."""

    pieces: int
    entries: int
    """So many were looked at."""
    faults: int
    """Not what their successors make them, or packed as something else for the search."""


def check(rules: Rules, tables: Tablebase, threads: int = 2) -> Iterator[Checked]:
    """By number of pieces; `DamagedTablebase` for a file that is not as it was written."""
    solved, probe = Solved(flags_of(rules)), tables.for_search()
    with ThreadPoolExecutor(threads) as pool:
        for pieces in range(2, tables.pieces + 1):
            every = EVERY.get(pieces, 1)

            def faults(work: PairWork, every: int = every) -> int:
                work.take({shape: tables.values(shape) for shape in work.shapes})
                work.keep()
                packed = (disagreements(probe, *shape, work.values(shape), every) for shape in work.shapes)
                found = sum(packed) + work.faults(every)
                work.clear()
                return found

            groups = list(works(rules, solved, pieces))
            found = sum(sum(pool.map(faults, group)) for group in groups)
            yield Checked(pieces, sum(_looked_at(group, every) for group in groups), found)


def _looked_at(group: list[PairWork], every: int) -> int:
    return sum(-(-slice_size(*shape) // every) for work in group for shape in work.shapes)
