"""The pairs of a match in a file, so that an interrupted match goes on where it stopped."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from damero.domain.errors import DameroError
from damero.engines.tournament import GamePair, Pairing, Score


class _Match(msgspec.Struct, frozen=True):
    """The first line: what is played."""

    pairing: Pairing
    seed: int


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A JSON line for the match, then one for each pair in the order of their seeds."""

    path: Path
    pairing: Pairing
    seed: int

    def begun(self) -> Score:
        """What was played before, without a last line that was cut off; `OTHER_MATCH` for another match's file."""
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(self._first_line)
            return Score()
        lines = [line for line in self.path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
        if lines[:1] != [self._first_line]:
            raise DameroError("match.other_match", code="OTHER_MATCH", file=self.path.name)
        self.path.write_bytes(b"".join(lines))
        return Score(tuple(msgspec.json.decode(line, type=GamePair) for line in lines[1:]))

    def add(self, pair: GamePair) -> None:
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(pair) + b"\n")

    @property
    def _first_line(self) -> bytes:
        return msgspec.json.encode(_Match(self.pairing, self.seed)) + b"\n"
