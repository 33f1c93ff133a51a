"""What both stores keep, as tables of plain values: whole numbers for truth values, bytes for what is encoded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from damero.domain.errors import DameroError

Value: TypeAlias = int | float | str | bytes | None
Row: TypeAlias = tuple[Value, ...]

META = "meta"
PARENTS = ("player", "match")
"""Tables that others refer to. They are written first."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """The columns by which its rows are ordered."""


@dataclass(frozen=True, slots=True)
class ServerState:
    """What is kept in another form by each store."""

    identifier_key: bytes | None
    signing_keys: bytes | None
    time: int | None
    """The server's own time at the end, in milliseconds."""


class TransferRefused(DameroError):
    """The copy was not made, or is not the same as the original. Nothing is left of it."""

    code = "TRANSFER_REFUSED"


class Store(Protocol):
    def tables(self) -> dict[str, Table]: ...

    def rows(self, table: Table) -> Iterator[Row]:
        """All rows, in the order of the table's key."""

    def write(self, table: Table, rows: Iterable[Row]) -> None: ...

    def turns(self) -> Iterator[tuple[str, int, str | None]]:
        """Each match with its version and the seat to move, in the order of their ids."""

    def write_turns(self, turns: Iterable[tuple[str, int, str | None]]) -> None:
        """After all tables were written."""

    def state(self) -> ServerState: ...

    def write_state(self, state: ServerState) -> None: ...


def shared_tables(source: Store, target: Store) -> list[Table]:
    """The tables of the source with the columns that both have. `TransferRefused` if the target lacks one."""
    given, there = source.tables(), target.tables()
    if missing := given.keys() - there.keys() - {META}:
        raise TransferRefused("transfer.no_such_table", table=min(missing))
    names = sorted(given.keys() - {META}, key=lambda name: (name not in PARENTS, name))
    return [_shared(given[name], there[name]) for name in names]


def _shared(given: Table, there: Table) -> Table:
    return Table(given.name, tuple(column for column in given.columns if column in there.columns), given.key)
