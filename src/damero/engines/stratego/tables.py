"""The engine's data tables: their types, and the one loader for the files in `data/`.

Every file says where it comes from, under which licence, and which format it has. A file with an unknown or a missing
key is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank, Rules
from damero.engines.stratego.behaviour_features import FEATURES

FORMAT = 1
"""The version of the files' structure."""

Value = TypeVar("Value")
AnyTable = TypeVar("AnyTable", bound="Table")

RankWeights: TypeAlias = Annotated[tuple[float, ...], msgspec.Meta(min_length=len(Rank), max_length=len(Rank))]
"""From flag to bomb."""
Row: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(min_length=SIZE, max_length=SIZE)]
SquareCounts: TypeAlias = Annotated[tuple[Row, ...], msgspec.Meta(min_length=4, max_length=4)]
"""How many set-ups have a rank on each square; the first row is the owner's back row."""


class TableError(ValueError):
    """A data file that does not have the expected structure."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object of a data file: all its keys are known and present."""


class ByRank(Strict, Generic[Value], frozen=True):
    """One value for every rank."""

    flag: Value
    spy: Value
    scout: Value
    miner: Value
    sergeant: Value
    lieutenant: Value
    captain: Value
    major: Value
    colonel: Value
    general: Value
    marshal: Value
    bomb: Value

    @property
    def in_order(self) -> tuple[Value, ...]:
        """From flag to bomb."""
        return msgspec.structs.astuple(self)


def by_rank(values: Iterable[Value]) -> ByRank[Value]:
    """The values from flag to bomb, under the names of their ranks."""
    return ByRank(*values)


class Table(Strict, frozen=True):
    """What every data file says about itself."""

    format: int
    source: str
    licence: str
    description: str


class SetupCounts(Table, frozen=True):
    counts: ByRank[SquareCounts]


class SetupCluster(Strict, frozen=True):
    armies: int
    counts: ByRank[SquareCounts]


class SetupClusters(Table, frozen=True):
    clusters: tuple[SetupCluster, ...]


class SetupWeights(Strict, frozen=True):
    """What games have shown about set-ups of one army size."""

    pieces: int
    games: int
    selection_exponent: float
    """The power to which a set-up's odds of winning count when one is drawn: more than 1 prefers good ones."""
    flag_exponent: float
    """The power to which the odds of the flag's squares count: less than 1 makes the flag harder to guess."""
    weights: dict[str, float]
    """By set-up feature, what it adds to the logarithm of the odds of winning."""


class SetupWeightTables(Table, frozen=True):
    armies: tuple[SetupWeights, ...]


class BehaviourWeights(Strict, frozen=True):
    """What behaviour says about ranks in armies of one size."""

    pieces: int
    source: str
    features: dict[str, RankWeights | None]
    """What each feature adds to the logarithm of each rank's weight; null for features that were seen too rarely."""

    def __post_init__(self) -> None:
        unknown, missing = set(self.features).difference(FEATURES), set(FEATURES).difference(self.features)
        if unknown:
            raise ValueError(f"unknown behaviour feature {min(unknown)!r}")
        if missing:
            raise ValueError(f"missing behaviour feature {min(missing)!r}")


class BehaviourTables(Table, frozen=True):
    armies: tuple[BehaviourWeights, ...]


class WeightsOfSize(Strict, frozen=True):
    """The evaluation weights for armies of one size; see `material.EvaluationWeights`."""

    pieces: int
    enemy_flag: float
    flag_danger_cost: float
    plans: float
    catch_probability: float
    distance_decay: float
    officer_risk: float
    first_move_cost: float
    own_secrecy: float
    enemy_secrecy: float
    value: ByRank[float]
    secrecy: ByRank[float]


class EvaluationTables(Table, frozen=True):
    armies: tuple[WeightsOfSize, ...]


class HasPieces(Protocol):
    @property
    def pieces(self) -> int: ...


AnySize = TypeVar("AnySize", bound=HasPieces)


def nearest_size(tables: Iterable[AnySize], rules: Rules) -> AnySize:
    """The table for the army size closest to that of these rules."""
    return min(tables, key=lambda table: abs(table.pieces - rules.army_size))


def read_table(path: Path, kind: type[AnyTable]) -> AnyTable:
    """The table in a file, checked."""
    content = path.read_bytes()
    try:
        found = msgspec.json.decode(content, type=dict[str, Any]).get("format")
        if found != FORMAT:
            raise TableError(f"{path.name}: the format is {found!r}, but this version reads format {FORMAT}.")
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as error:
        raise TableError(f"{path.name}: {error}.") from error


def write_table(path: Path, table: Table) -> None:
    """Write a table as `read_table` reads it, with a line for each list of numbers."""
    path.write_text(f"{_text(msgspec.to_builtins(table))}\n", encoding="utf-8")


def _text(value: object, indent: str = "") -> str:
    deeper = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_text(part, deeper)}" for key, part in value.items()]
    elif isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        parts = [_text(part, deeper) for part in value]
    else:
        return json.dumps(value, ensure_ascii=False)
    start, end = "{}" if isinstance(value, dict) else "[]"
    lines = ",\n".join(f"{deeper}{part}" for part in parts)
    return f"{start}\n{lines}\n{indent}{end}"


def _packaged(name: str, kind: type[AnyTable]) -> AnyTable:
    with as_file(files(__package__) / "data" / name) as path:
        return read_table(path, kind)


@cache
def human_setups() -> SetupClusters:
    return _packaged("human_setups.json", SetupClusters)


@cache
def ataraxos_setups() -> SetupCounts:
    return _packaged("ataraxos_setups.json", SetupCounts)


@cache
def engine_setups() -> SetupCounts:
    return _packaged("engine_setups.json", SetupCounts)


@cache
def setup_weights() -> SetupWeightTables:
    return _packaged("setup_weights.json", SetupWeightTables)


@cache
def engine_behaviour() -> BehaviourTables:
    return _packaged("engine_behaviour.json", BehaviourTables)


@cache
def other_program_behaviour() -> BehaviourTables:
    return _packaged("other_program_behaviour.json", BehaviourTables)


@cache
def evaluation_weights() -> EvaluationTables:
    return _packaged("evaluation_weights.json", EvaluationTables)
