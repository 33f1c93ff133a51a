"""The result of verifying a record: facts, failures, and what could not be checked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from damero.domain.errors import DameroError
from damero.domain.game import Game, Move, Position
from damero.domain.record.values import Record
from damero.texts import Text, Value, sentence


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that failed."""

    code: str
    text: Text

    @property
    def sentence(self) -> str:
        """In English."""
        return sentence(self.text)


@dataclass(frozen=True, slots=True)
class Report:
    """The facts that hold, the failures, and what could not be checked."""

    fact_texts: tuple[Text, ...]
    failures: tuple[Failure, ...]
    gap_texts: tuple[Text, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        """In English."""
        return tuple(map(sentence, self.fact_texts))

    @property
    def unchecked(self) -> tuple[str, ...]:
        """In English."""
        return tuple(map(sentence, self.gap_texts))

    @property
    def holds(self) -> bool:
        return not self.failures


@dataclass(frozen=True, slots=True)
class Fact:
    text: Text


@dataclass(frozen=True, slots=True)
class Unchecked:
    text: Text


Finding: TypeAlias = Fact | Unchecked


def fact(key: str, **values: Value) -> Fact:
    return Fact(Text(key, values))


def unchecked(key: str, **values: Value) -> Unchecked:
    return Unchecked(Text(key, values))


class Absent(DameroError):
    """A proof that a complete record has. Without it only the rules can be checked."""


class SignatureCheck(Protocol):
    def __call__(self, public_key: bytes, signature: bytes, message: bytes, /) -> bool:
        """Whether this is an Ed25519 signature of the message. Never raises."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What a record must prove. By default everything that its game can prove."""

    check_signature: SignatureCheck | None = None
    """Without it a signed record fails, since nobody looked at its signature."""
    known_keys: Collection[bytes] | None = None
    """The public keys that the signer may have; None accepts every key."""
    head: str | None = None
    """The head of the chain that somebody kept: the record must lead to it."""
    rules_only: bool = False
    """A proof that is missing is reported, and no failure."""


RULES_ONLY = Policy(rules_only=True)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed game. It has no positions as long as its secrets are sealed."""

    record: Record
    game: Game
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]


def untrue(code: str, key: str, **values: Value) -> DameroError:
    return DameroError(Text(key, values), code=code)


def absent(code: str, key: str, **values: Value) -> Absent:
    return Absent(Text(key, values), code=code)
