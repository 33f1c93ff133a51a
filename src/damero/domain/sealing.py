"""Commitments to the secrets of a first position. Each secret is opened when play makes it public."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from damero.domain.fairness import Commitment, Opening, commit, derive_salts, open_leaf
from damero.domain.game import Move, Position, Shown

DEAL = "deal"


@runtime_checkable
class DealtPosition(Protocol):
    """A position with pieces that no seat knows yet."""

    @property
    def face_down(self) -> tuple[Shown, ...]:
        """What they are, in board order. Only for the rules and the seals."""


@dataclass(frozen=True, slots=True)
class Seal:
    """What one owner hides at the start, as facts such as `e4=H`. The owner is a seat, or the deal."""

    name: str
    values: tuple[str, ...]
    salts: tuple[bytes, ...]

    @property
    def commitment(self) -> Commitment:
        return commit(self.values, self.salts)

    def open(self, value: str) -> Opening:
        return open_leaf(self.values, self.salts, self.values.index(value))


def seal(start: Position, seed: bytes, nonces: Sequence[bytes]) -> tuple[Seal, ...]:
    """A seal for each owner of secrets in a first position. The salts are derived from the seed."""
    return tuple(
        Seal(name, facts, derive_salts(seed, (*nonces, name.encode()), len(facts)))
        for name, facts in secrets(start).items()
    )


def secrets(start: Position) -> dict[str, tuple[str, ...]]:
    """The facts that a spectator of this position does not know, by owner, in board order."""
    return {name: tuple(facts.values()) for name, facts in _secrets(start).items()}


def _secrets(start: Position) -> dict[str, dict[str, str]]:
    """The same facts by owner and square."""
    public = start.view(None).pieces
    owned = {seat: _facts(start, start.view(seat).pieces, public) for seat in start.info.seats}
    if isinstance(start, DealtPosition):
        owned[DEAL] = _facts(start, start.face_down, public)
    return {name: facts for name, facts in owned.items() if facts}


def _facts(position: Position, pieces: Sequence[Shown], public: Sequence[Shown]) -> dict[str, str]:
    symbols = {kind.id: kind.symbol for kind in position.info.pieces}
    known = {shown.square: shown.kind for shown in public}
    secret = (shown for shown in pieces if shown.kind != known[shown.square])
    return {shown.square: f"{shown.square}={symbols[shown.kind]}" for shown in secret}


@dataclass(frozen=True, slots=True)
class Trail:
    """Tracks where each piece stood at the start, to find a secret that becomes public among the sealed ones."""

    facts: Mapping[str, tuple[str, str]]
    """For each square with a secret at the start, its owner and the fact."""
    unknown: frozenset[str]
    """The kinds that a spectator sees instead of a secret piece."""
    colours: Mapping[str, str | None]
    """Of all kinds."""
    shown: Mapping[str, str]
    """The kind that a spectator sees on each square now."""
    origins: Mapping[str, str]
    """For each square now, the square where its piece stood at the start."""

    @staticmethod
    def begin(start: Position) -> Trail:
        facts = {square: (name, fact) for name, own in _secrets(start).items() for square, fact in own.items()}
        shown, kinds = _kinds(start), start.info.pieces
        unknown, colours = frozenset(shown[square] for square in facts), {kind.id: kind.colour for kind in kinds}
        return Trail(facts, unknown, colours, shown, {square: square for square in shown})

    def follow(self, move: Move, after: Position) -> tuple[Trail, tuple[tuple[str, str], ...]]:
        """The trail after a move, and the secrets that the move made public, each with its owner."""
        if not self.facts:
            return self, ()
        start, end = move.squares[0], move.squares[-1]
        touched = {*move.squares, *move.taken}
        shown = _without(self.shown, touched)
        shown |= {piece.square: piece.kind for piece in after.view(None).pieces if piece.square in touched}
        origins = _without(self.origins, touched - shown.keys())
        arrived = end in shown and self.colours[self.shown[start]] == self.colours[shown[end]]
        if arrived:
            origins[end] = self.origins[start]
        exposed = tuple(self._exposed(move, shown[end] if arrived else None))
        return Trail(self.facts, self.unknown, self.colours, shown, origins), exposed

    def _exposed(self, move: Move, arrived: str | None) -> Iterator[tuple[str, str]]:
        """The piece that moved, unless it is still unknown, and the pieces that it attacked."""
        start = move.squares[0]
        if self.shown[start] in self.unknown and arrived not in self.unknown:
            yield self.facts[self.origins[start]]
        for square in move.taken:
            if self.shown[square] in self.unknown:
                yield self.facts[self.origins[square]]


def _kinds(position: Position) -> dict[str, str]:
    return {shown.square: shown.kind for shown in position.view(None).pieces}


def _without(values: Mapping[str, str], squares: Iterable[str]) -> dict[str, str]:
    left = dict(values)
    for square in squares:
        left.pop(square, None)
    return left
