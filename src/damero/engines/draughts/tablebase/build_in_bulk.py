"""Builds a tablebase where work in bulk is done, perhaps on a cluster: the same files, byte by byte, as `Builder`.

The files are kept by who asks: workers get the slices that theirs lead to, and hand back what to write.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from damero.domain.draughts.rules import Rules
from damero.engines.bulk import Bulk, Shared
from damero.engines.draughts.kernel import flags_of
from damero.engines.draughts.tablebase.build import PairWork, Progress, Report, kept_in, positions_in, works
from damero.engines.draughts.tablebase.slice_file import (
    DamagedTablebase,
    Shape,
    SliceFile,
    key_of,
    path_of,
    write,
)
from damero.engines.draughts.tablebase.solved_slices import SolvedSlices

MOST_KNOWN = 4_000_000_000
"""Positions of the slices that a worker keeps for the next pair, a quarter of a byte each."""


@dataclass(frozen=True, slots=True)
class PairShard:
    """A pair of slices to solve, with the files of all slices that its captures and promotions lead to."""

    rules: Rules
    shape: Shape
    needed: Mapping[Shape, Shared]


@dataclass(frozen=True, slots=True)
class SolvedPair:
    """The files of a pair."""

    files: Mapping[Shape, bytes]


@dataclass(frozen=True, slots=True)
class _Known:
    """The slices that a worker has had before, the sizes of those in memory."""

    solved: SolvedSlices
    sizes: dict[Shape, int] = field(default_factory=dict)

    def learn(self, shape: Shape, values: bytearray) -> None:
        self.solved.add(*shape, values)
        self.sizes[shape] = len(values)

    def forget_all_but(self, needed: Collection[Shape]) -> None:
        """If all of them are too many to keep."""
        if sum(self.sizes.values()) > MOST_KNOWN:
            for shape in [shape for shape in self.sizes if shape not in needed]:
                self.solved.forget(*shape)
                del self.sizes[shape]


@lru_cache(maxsize=1)
def _known(rules: Rules) -> _Known:
    return _Known(SolvedSlices(flags_of(rules)))


def solve_pair(shard: PairShard) -> SolvedPair:
    known = _known(shard.rules)
    known.forget_all_but(shard.needed)
    for shape, shared in shard.needed.items():
        if shape not in known.sizes:
            known.learn(shape, SliceFile.of(shared.content(), key_of(shard.rules), shape).values())
    work = PairWork(shard.rules, shard.shape, known.solved)
    work.pair.solve()
    return SolvedPair({shape: b"".join(work.file_of(shape)) for shape in work.shapes})


def leads_to(shape: Shape, other: Shape) -> bool:
    """Whether captures and promotions can lead from a pair of slices to a slice, whoever is to move then."""
    sides = (shape[:2], shape[2:]), (shape[2:], shape[:2])
    fewer = sum(other) < sum(shape) or other[0] + other[2] < shape[0] + shape[2]
    return fewer and any(_shrinks(a, other[:2]) and _shrinks(b, other[2:]) for a, b in sides)


def _shrinks(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    return after[0] <= before[0] and sum(after) <= sum(before)


@dataclass(slots=True)
class BulkBuilder:
    """Builds what is missing: undamaged slices on disk are not solved again."""

    rules: Rules
    folder: Path
    bulk: Bulk
    _files: dict[Shape, Shared] = field(default_factory=dict)

    def build(self, pieces: int, report: Report = lambda _progress: None) -> None:
        """Builds all slices of up to this many pieces."""
        total, done, found = positions_in(self.rules, pieces), 0, 0
        with kept_in(self.folder, pieces, may_wait=True) as is_ours:
            for group in self._groups(pieces) if is_ours else ():
                there = [work for work in group if self._takes_from_disk(work)]
                done, found = (figure + sum(work.size for work in there) for figure in (done, found))
                report(Progress(done, found, total))
                for work in self._solve([work for work in group if work not in there]):
                    done += work.size
                    report(Progress(done, found, total))

    def _groups(self, pieces: int) -> Iterator[list[PairWork]]:
        solved = SolvedSlices(flags_of(self.rules))
        for count in range(2, pieces + 1):
            yield from works(self.rules, solved, count)

    def _takes_from_disk(self, work: PairWork) -> bool:
        try:
            for shape in work.shapes:
                SliceFile(path_of(self.folder, shape), key_of(self.rules)).verify()
        except (OSError, DamagedTablebase):
            return False
        for shape in work.shapes:
            self._files[shape] = self.bulk.share(path_of(self.folder, shape).read_bytes())
        return True

    def _solve(self, group: list[PairWork]) -> Iterator[PairWork]:
        """Writes each pair as soon as it and those before it are there."""
        shards = [PairShard(self.rules, work.shape, self._needed(work.shape)) for work in group]
        for work, pair in zip(group, self.bulk.map(solve_pair, shards), strict=True):
            for shape, content in pair.files.items():
                write(path_of(self.folder, shape), [content])
                self._files[shape] = self.bulk.share(content)
            yield work

    def _needed(self, shape: Shape) -> dict[Shape, Shared]:
        return {other: file for other, file in self._files.items() if leads_to(shape, other)}
