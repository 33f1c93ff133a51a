"""A slice of an endgame tablebase on disk: results for the search, distances for the analysis, a checksum over all.

Layout: a magic line, the length of a JSON header, the header, the directory, reach and blocks of the packed results
(mapped, see `packing.pack`), then the values of every position in deflated chunks, last the SHA-256 of all before it.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from damero.domain.draughts.rules import Rules
from damero.domain.errors import DameroError
from damero.engines.draughts.kernel import flags_of

Shape: TypeAlias = tuple[int, int, int, int]
"""Own men, own kings, enemy men, enemy kings; the side to move is White."""

MAGIC = b"Damero tablebase 2\n"
MOST = 7
"""The largest number of pieces, on the small board: 37 billion positions. Six have 2.6 billion."""
MOST_WIDE = 4
"""On the board of 10×10: 43 million positions; five pieces would be 1.8 billion."""
SMALL_BOARD = 8
EDITION = 1
"""Of the tables themselves: raised when their meaning changes though the rules do not."""
ALIGNMENT = 64
CHUNK = 1 << 14
RECENT = 64
"""How many chunks of a slice are kept decompressed."""
DIGEST = hashlib.sha256().digest_size


def shapes(pieces: int) -> list[Shape]:
    """The slices of exactly this many pieces in the order of solving: fewer men first, since promotion leads there."""
    counts = range(pieces + 1)
    found = [
        (own_men, own_kings, enemy_men, pieces - own_men - own_kings - enemy_men)
        for own_men in counts
        for own_kings in counts
        for enemy_men in counts
        if own_men + own_kings + enemy_men <= pieces
    ]
    both_sides = [shape for shape in found if 0 < shape[0] + shape[1] < pieces]
    return sorted(both_sides, key=lambda shape: (shape[0] + shape[2], shape))


def most_pieces(rules: Rules) -> int:
    """How many pieces a variant's tables can have."""
    return MOST if rules.size == SMALL_BOARD else MOST_WIDE


def other_side(shape: Shape) -> Shape:
    own_men, own_kings, enemy_men, enemy_kings = shape
    return enemy_men, enemy_kings, own_men, own_kings


def name_of(shape: Shape) -> str:
    own_men, own_kings, enemy_men, enemy_kings = shape
    return f"{own_men}m{own_kings}k-{enemy_men}m{enemy_kings}k"


def path_of(folder: Path, shape: Shape) -> Path:
    return folder / f"{name_of(shape)}.table"


def key_of(rules: Rules) -> str:
    """Names what tables depend on: how pieces move, and the draw rules that need no clock and no repetition."""
    draws = asdict(replace(rules.draws, repetition=0))
    del draws["on_time"]
    counts = json.dumps(draws, sort_keys=True).encode()
    return f"{flags_of(rules):04x}-{hashlib.sha256(counts).hexdigest()[:8]}-{EDITION}"


def complete_shapes(folder: Path) -> Iterator[Shape]:
    """The slices of each number of pieces for which all slices are there."""
    for count in range(2, MOST + 1):
        wanted = shapes(count)
        if not all(path_of(folder, shape).exists() for shape in wanted):
            return
        yield from wanted


def pieces_in(folder: Path) -> int:
    return max(map(sum, complete_shapes(folder)), default=0)


class DamagedTablebase(DameroError):
    """A file that is not what was written: cut short, altered, or of other rules."""

    code = "DAMAGED_TABLEBASE"


@dataclass(frozen=True, slots=True)
class Header:
    rules: str
    shape: Shape
    positions: int
    wins: int
    losses: int
    draws: int
    longest: int
    """The most plies to the next conversion, or to the end."""
    directory: int
    reach: int
    blocks: int
    chunks: tuple[int, ...]
    """Lengths in bytes of each part that follows the header."""


def parts_of(header: Header, parts: Iterable[bytes]) -> Iterator[bytes]:
    """A whole file: the header, its parts and a checksum."""
    described = json.dumps(asdict(header), separators=(",", ":")).encode()
    start = MAGIC + len(described).to_bytes(4, "little") + described
    digest = hashlib.sha256()
    for part in (start + bytes(-len(start) % ALIGNMENT), *parts):
        digest.update(part)
        yield part
    yield digest.digest()


def write(path: Path, parts: Iterable[bytes]) -> None:
    """Written beside its place and moved there whole, so that a stop leaves the old file or the new one."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        file.writelines(parts)
    unfinished.replace(path)


def deflate(values: bytearray) -> list[bytes]:
    view = memoryview(values)
    return [zlib.compress(view[start : start + CHUNK], level=1) for start in range(0, len(values), CHUNK)]


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


class SliceFile:
    """A slice opened for reading."""

    def __init__(self, path: Path, rules: str, content: bytes | None = None) -> None:
        self._bytes = _mapped(path) if content is None else content
        self.path = path
        self.header, self._start = self._read_header()
        if self.header.rules != rules:
            raise DamagedTablebase("tablebase.other_rules", file=path.name)
        if path_of(path.parent, self.header.shape) != path:
            raise DamagedTablebase("tablebase.other_pieces", file=path.name)
        header = self.header
        self._reach_start = self._start + header.directory
        self._blocks_start = self._reach_start + header.reach
        self._chunks_start = self._blocks_start + header.blocks
        self._chunk_starts = tuple(accumulate(header.chunks, initial=self._chunks_start))
        if len(self._bytes) != self._chunk_starts[-1] + DIGEST:
            raise DamagedTablebase("tablebase.cut_short", file=path.name)
        self._recent_chunk = lru_cache(maxsize=RECENT)(self._chunk)

    @classmethod
    def of(cls, content: bytes, rules: str, shape: Shape) -> SliceFile:
        """A slice that was sent from elsewhere."""
        return cls(path_of(Path(), shape), rules, content)

    def _read_header(self) -> tuple[Header, int]:
        try:
            if self._bytes[: len(MAGIC)] != MAGIC:
                raise ValueError("not a tablebase")
            after = len(MAGIC) + 4
            end = after + int.from_bytes(self._bytes[len(MAGIC) : after], "little")
            fields = json.loads(self._bytes[after:end])
            fields["shape"], fields["chunks"] = tuple(fields["shape"]), tuple(fields["chunks"])
            return Header(**fields), end + -end % ALIGNMENT
        except (ValueError, KeyError, TypeError) as problem:
            raise DamagedTablebase("tablebase.no_header", file=self.path.name) from problem

    @property
    def directory(self) -> memoryview:
        return memoryview(self._bytes)[self._start : self._reach_start].cast("I")

    @property
    def reach(self) -> memoryview:
        return memoryview(self._bytes)[self._reach_start : self._blocks_start]

    @property
    def blocks(self) -> memoryview:
        return memoryview(self._bytes)[self._blocks_start : self._chunks_start]

    def verify(self) -> None:
        """`DamagedTablebase` unless every byte is as it was written."""
        whole = memoryview(self._bytes)
        if hashlib.sha256(whole[:-DIGEST]).digest() != whole[-DIGEST:]:
            raise DamagedTablebase("file.altered", file=self.path.name)

    def value(self, index: int) -> int:
        """The value byte of a position, see `solved_slices`."""
        return self._recent_chunk(index // CHUNK)[index % CHUNK]

    def values(self) -> bytearray:
        return bytearray().join(map(self._chunk, range(len(self.header.chunks))))

    def _chunk(self, number: int) -> bytes:
        return zlib.decompress(self._bytes[self._chunk_starts[number] : self._chunk_starts[number + 1]])
