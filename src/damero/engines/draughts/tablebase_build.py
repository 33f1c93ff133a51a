"""Building an endgame tablebase: slice after slice, in threads, each written as soon as it is known."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from damero.engines.draughts.slices import slice_size
from damero.engines.draughts.solver import Pair, Side, Solved, pack, tally
from damero.engines.draughts.tablebase_file import (
    DamagedTablebase,
    Header,
    Shape,
    SliceFile,
    deflate,
    other_side,
    path_of,
    shapes,
    write,
)

PARTS = 16
"""Each pass over a slice is cut into so many parts, taken by whichever thread is free."""


@dataclass(frozen=True, slots=True)
class Built:
    """Word of one slice that is finished, for a progress bar."""

    shape: Shape
    done: int
    total: int
    """Positions, of all the slices wanted."""


class Builder:
    """What is on disk already, and undamaged, is not solved again."""

    def __init__(self, flags: int, key: str, folder: Path, threads: int = 2) -> None:
        self._key = key
        self._folder = folder
        self._solved = Solved(flags)
        self._threads = threads

    def build(self, pieces: int, report: Callable[[Built], None] = lambda _built: None) -> None:
        """Every slice of up to so many pieces."""
        self._folder.mkdir(parents=True, exist_ok=True)
        todo = [shape for count in range(2, pieces + 1) for shape in shapes(count) if shape <= other_side(shape)]
        sizes = [sum(slice_size(*each) for each in {shape, other_side(shape)}) for shape in todo]
        with _only_builder(self._folder), ThreadPoolExecutor(self._threads) as pool:
            for number, shape in enumerate(todo, start=1):
                if not self._reload(shape):
                    self._solve(shape, pool)
                report(Built(shape, sum(sizes[:number]), sum(sizes)))

    def _reload(self, shape: Shape) -> bool:
        """Take a pair of slices from disk; False unless both are there and undamaged."""
        try:
            for each in {shape, other_side(shape)}:
                kept = SliceFile(path_of(self._folder, each), self._key)
                kept.verify()
                self._solved.add(*each, kept.values())
        except (OSError, DamagedTablebase):
            return False
        return True

    def _solve(self, shape: Shape, pool: ThreadPoolExecutor) -> None:
        for work in solve_pair(self._solved, shape, pool).sides:
            self._solved.add(*work.shape, work.values)
            self._write(work)

    def _write(self, work: SliceWork) -> None:
        directory, blocks = pack(work.values, work.has_capture)
        chunks = deflate(work.values)
        parts = (len(directory), len(blocks), tuple(map(len, chunks)))
        header = Header(self._key, work.shape, len(work.values), *tally(work.values), *parts)
        write(path_of(self._folder, work.shape), header, directory, blocks, chunks)


@dataclass(frozen=True, slots=True)
class SliceWork:
    """The arrays of one slice while it is being solved."""

    shape: Shape
    values: bytearray
    has_capture: bytearray
    side: Side

    @staticmethod
    def begin(shape: Shape) -> SliceWork:
        size = slice_size(*shape)
        values, has_capture = bytearray(size), bytearray(size // 8 + 1)
        return SliceWork(shape, values, has_capture, Side(shape, values, bytearray(size), has_capture))


@dataclass(frozen=True, slots=True)
class SolvedPair:
    pair: Pair
    sides: tuple[SliceWork, ...]
    """One or two: a slice whose sides are alike is its own pair."""

    def faults(self, pool: ThreadPoolExecutor, every: int = 1) -> int:
        """How many positions are not what their successors make them; every so many is looked at."""
        found = 0
        for work, after in _with_other(self.sides):
            found += _in_parts(pool, work, partial(self.pair.faults, work.side, after.side, every=every))
        return found


def solve_pair(solved: Solved, shape: Shape, pool: ThreadPoolExecutor) -> SolvedPair:
    """Retrograde analysis of a slice and the one its quiet moves lead to."""
    sides = tuple(SliceWork.begin(each) for each in dict.fromkeys((shape, other_side(shape))))
    pair = Pair(solved, sides[0].side, sides[-1].side)
    for work in sides:
        _in_parts(pool, work, partial(pair.settle, work.side))
    plies, settled = 0, 1
    while settled or plies <= 1:
        settled = 0
        for work, before in _with_other(sides):
            settled += _in_parts(pool, work, partial(pair.step_back, work.side, before.side, plies))
        plies += 1
    return SolvedPair(pair, sides)


def _with_other(sides: tuple[SliceWork, ...]) -> Iterator[tuple[SliceWork, SliceWork]]:
    return zip(sides, reversed(sides), strict=True)


def _in_parts(pool: ThreadPoolExecutor, work: SliceWork, run: Callable[[int, int], int]) -> int:
    """Run over all indices of a slice in the pool's threads; the sum of what the parts found."""
    size = len(work.values)
    part = -(-size // PARTS)
    return sum(pool.map(lambda start: run(start, min(size, start + part)), range(0, size, part)))


@contextmanager
def _only_builder(folder: Path) -> Iterator[None]:
    """One builder a folder at a time; a second waits and then finds the work done."""
    with (folder / "building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
