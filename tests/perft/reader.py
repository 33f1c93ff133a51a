"""Reads the perft suites: one file per variant, one position per line, counts by depth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SUITES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.perft"))}
"""The suite of every variant, by the variant's id."""
LAWS = "laws:"


@dataclass(frozen=True, slots=True)
class PerftLine:
    """A position and its leaf counts: `counts[0]` after one ply, `counts[1]` after two …"""

    variant: str
    fen: str
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.variant} {self.fen}"

    def depths(self, *, more_than: int = 0, up_to: int) -> list[tuple[int, int]]:
        """The (depth, count) pairs whose count is in this range: what a generator of a given speed can do."""
        return [(depth, count) for depth, count in enumerate(self.counts, start=1) if more_than < count <= up_to]


def read_suite(variant: str) -> tuple[PerftLine, ...]:
    return tuple(read_line(variant, line) for line in _lines(variant) if not line.startswith(LAWS))


def read_laws(variant: str) -> dict[str, str]:
    """The fields of the suite's line `laws: back=yes …`."""
    (declared,) = (line for line in _lines(variant) if line.startswith(LAWS))
    return dict(field.split("=") for field in declared.removeprefix(LAWS).split())


def _lines(variant: str) -> list[str]:
    lines = SUITES[variant].read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def read_line(variant: str, line: str) -> PerftLine:
    """`fen ;D1 7 ;D2 49 …`, the depths in order and without a gap."""
    fen, *fields = (field.strip() for field in line.split(";"))
    depths, counts = zip(*(field.removeprefix("D").split() for field in fields), strict=True)
    if list(map(int, depths)) != list(range(1, len(depths) + 1)):
        raise ValueError(f"the depths of {line!r} are not 1, 2, 3 …")
    return PerftLine(variant, fen, tuple(map(int, counts)))


def read_all() -> tuple[PerftLine, ...]:
    return tuple(line for variant in SUITES for line in read_suite(variant))
