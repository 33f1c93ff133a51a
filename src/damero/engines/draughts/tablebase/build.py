"""Builds an endgame tablebase: pairs of slices in parallel, each written as soon as it is solved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from damero.domain.draughts.rules import Rules
from damero.domain.errors import DameroError
from damero.engines.draughts.kernel import flags_of
from damero.engines.draughts.tablebase.draw_limits import limit_of
from damero.engines.draughts.tablebase.packing import pack, tally
from damero.engines.draughts.tablebase.slice_file import (
    DamagedTablebase,
    Header,
    Shape,
    SliceFile,
    deflate,
    key_of,
    other_side,
    parts_of,
    path_of,
    pieces_in,
    shapes,
    write,
)
from damero.engines.draughts.tablebase.slice_index import slice_size
from damero.engines.draughts.tablebase.solved_slices import SolvedSlices
from damero.engines.draughts.tablebase.solver import Pair
from damero.operating_system import try_lock

REPORT_SECONDS = 0.5
"""Between two reports of progress."""


class AlreadyBuilding(DameroError):
    """Another builder is at work in this folder."""

    code = "ALREADY_BUILDING"


class CannotKeep(DameroError):
    """The folder cannot be written, or the disk is full."""

    code = "CANNOT_WRITE"


@dataclass(frozen=True, slots=True)
class Progress:
    """In positions, over all slices to build."""

    done: int
    found: int
    """Those that were on disk already."""
    total: int


Report: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True)
class PairWork:
    """A slice and the one its quiet moves lead to (the same if the sides are alike), with buffers to solve them."""

    rules: Rules
    shape: Shape
    solved: SolvedSlices
    _buffers: dict[Shape, tuple[bytearray, bytearray]] = field(default_factory=dict)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(dict.fromkeys((self.shape, other_side(self.shape))))

    @property
    def size(self) -> int:
        return sum(map(self.size_of, self.shapes))

    def size_of(self, shape: Shape) -> int:
        return slice_size(*shape, board=self.rules.size)

    @cached_property
    def pair(self) -> Pair:
        sides = [(shape, limit_of(self.rules, shape).plies, *self._buffers_of(shape)) for shape in self.shapes]
        return Pair(self.solved, sides, limit_of(self.rules, self.shape).men_convert)

    @property
    def done(self) -> int:
        return self.pair.done if "pair" in self.__dict__ else 0

    def stop(self) -> None:
        self.pair.stopped = True

    def clear(self) -> None:
        """Release the buffers."""
        self.__dict__.pop("pair", None)
        self._buffers.clear()

    def _buffers_of(self, shape: Shape) -> tuple[bytearray, bytearray]:
        size = self.size_of(shape)
        return self._buffers.setdefault(shape, (bytearray(size), bytearray(size // 8 + 1)))

    def values(self, shape: Shape) -> bytearray:
        return self._buffers_of(shape)[0]

    def take(self, values: dict[Shape, bytearray]) -> None:
        """Take values from elsewhere instead of solving."""
        for shape in self.shapes:
            self._buffers[shape] = values[shape], bytearray(1)

    def keep(self) -> None:
        """Make these slices known to those that convert into them."""
        for shape in self.shapes:
            self.solved.add(*shape, self.values(shape))

    def faults(self, every: int = 1) -> int:
        """How many positions do not follow from their successors, checking one in `every`."""
        sizes = map(self.size_of, self.shapes)
        return sum(self.pair.faults(number, 0, size, every) for number, size in enumerate(sizes))

    def file_of(self, shape: Shape) -> Iterator[bytes]:
        """What is written for one of the slices."""
        values, has_capture = self._buffers_of(shape)
        (directory, reach, blocks), chunks = pack(values, has_capture), deflate(values)
        lengths = (len(directory), len(reach), len(blocks), tuple(map(len, chunks)))
        header = Header(key_of(self.rules), shape, len(values), *tally(values), *lengths)
        return parts_of(header, (directory, reach, blocks, *chunks))

    def write(self, folder: Path) -> None:
        for shape in self.shapes:
            write(path_of(folder, shape), self.file_of(shape))


def works(rules: Rules, solved: SolvedSlices, pieces: int) -> Iterator[list[PairWork]]:
    """The pairs with exactly this many pieces. Those in one list need only the lists before it."""
    chosen = [shape for shape in shapes(pieces) if shape <= other_side(shape)]
    for men in range(pieces + 1):
        group = [PairWork(rules, shape, solved) for shape in chosen if shape[0] + shape[2] == men]
        yield sorted(group, key=lambda work: -work.size)


def positions_in(rules: Rules, pieces: int) -> int:
    """How many positions the slices of up to this many pieces have."""
    counts = range(2, pieces + 1)
    return sum(slice_size(*shape, board=rules.size) for count in counts for shape in shapes(count))


class Builder:
    """Builds what is missing: undamaged slices on disk are not solved again."""

    def __init__(self, rules: Rules, folder: Path, threads: int = 2) -> None:
        self._rules = rules
        self._folder = folder
        self._threads = threads
        self._solved = SolvedSlices(flags_of(rules))
        self._done = 0
        self._found = 0
        self._total = 0

    def build(self, pieces: int, report: Report = lambda _progress: None, *, may_wait: bool = True) -> None:
        """Build all slices of up to this many pieces; `AlreadyBuilding` if it may not wait for another builder."""
        counts = range(2, pieces + 1)
        self._total = positions_in(self._rules, pieces)
        with kept_in(self._folder, pieces, may_wait=may_wait) as is_ours, ThreadPoolExecutor(self._threads) as pool:
            for count in counts if is_ours else ():
                for group in works(self._rules, self._solved, count):
                    self._build_all(group, pool, report)

    def _build_all(self, group: Sequence[PairWork], pool: ThreadPoolExecutor, report: Report) -> None:
        running = {pool.submit(self._build_one, work): work for work in group}
        try:
            while running:
                finished, _ = wait(running, REPORT_SECONDS, FIRST_COMPLETED)
                for each in finished:
                    self._account(running.pop(each), each)
                under_way = sum(work.done for work in running.values())
                report(Progress(self._done + under_way, self._found, self._total))
        finally:
            for future, work in running.items():
                if not future.cancel():
                    work.stop()

    def _account(self, work: PairWork, finished: Future[bool]) -> None:
        self._found += work.size * finished.result()
        self._done += work.size
        work.clear()

    def _build_one(self, work: PairWork) -> bool:
        """Whether the pair was there already."""
        if self._reload(work):
            return True
        work.pair.solve()
        if work.pair.stopped:
            return False
        work.keep()
        work.write(self._folder)
        return False

    def _reload(self, work: PairWork) -> bool:
        """Take a pair of slices from disk; False unless both are there and undamaged."""
        try:
            for shape in work.shapes:
                kept = SliceFile(path_of(self._folder, shape), key_of(self._rules))
                kept.verify()
                self._solved.add(*shape, kept.values())
        except (OSError, DamagedTablebase):
            return False
        return True


@contextmanager
def kept_in(folder: Path, pieces: int, *, may_wait: bool) -> Iterator[bool]:
    """A folder to build in, when it is this builder's turn; False if others have built its tables meanwhile."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _turn(folder, pieces, may_wait=may_wait) as is_ours:
            yield is_ours
    except OSError as problem:
        raise CannotKeep("tablebase.cannot_keep", folder=str(folder), reason=problem.strerror or "") from problem


@contextmanager
def _turn(folder: Path, pieces: int, *, may_wait: bool) -> Iterator[bool]:
    """One builder per folder at a time. A second one may wait for its turn, or until its tables are there (False)."""
    with (folder / "building").open("w") as lock:
        while not try_lock(lock):
            if not may_wait:
                raise AlreadyBuilding("tablebase.already_building")
            if pieces_in(folder) >= pieces:
                yield False
                return
            time.sleep(REPORT_SECONDS / 5)
        yield True
