"""Checks tables on disk: every byte, and every entry against the entries that its moves lead to."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.kernel import flags_of
from damero.engines.draughts.tablebase.build import PairWork, works
from damero.engines.draughts.tablebase.probe import disagreements
from damero.engines.draughts.tablebase.solved_slices import SolvedSlices
from damero.engines.draughts.tablebase.tables import Tablebase

EVERY = {6: 997, 7: 9_973}
"""By number of pieces: check one entry in this many, instead of each. A prime misses no pattern of the board."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in the tables of one number of pieces."""

    pieces: int
    entries: int
    """How many were checked."""
    faults: int
    """Entries that do not follow from their successors, or that the packed results contradict."""


def check(rules: Rules, tables: Tablebase, threads: int = 2) -> Iterator[Checked]:
    """One result for each number of pieces; `DamagedTablebase` for an altered file."""
    solved, probe = SolvedSlices(flags_of(rules)), tables.for_search()
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
            yield Checked(pieces, sum(_entries_checked(group, every) for group in groups), found)


def _entries_checked(group: list[PairWork], every: int) -> int:
    return sum(-(-work.size_of(shape) // every) for work in group for shape in work.shapes)
