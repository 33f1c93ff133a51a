"""Copies all tables and compares: the same rows, and the same head of every match's public history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import itemgetter

import msgspec

from damero.domain.match import replay
from damero.infrastructure.encoding import stored_events
from damero.infrastructure.transfer.tables import Row, Store, Table, TransferRefused, shared_tables

EVENT = "event"
READ = ("match", "seq", "kind", "body", "command")


@dataclass(frozen=True, slots=True)
class Transferred:
    """What was copied and found equal."""

    rows: dict[str, int]
    """By table."""
    heads: str
    """A hash of the heads of the histories of all matches."""
    unreadable: tuple[str, ...]
    """Matches that cannot be read in the original either. They were copied as they are."""


def transfer(source: Store, target: Store) -> Transferred:
    """Copies into empty tables. `TransferRefused` if the copy differs from the original."""
    tables = shared_tables(source, target)
    for table in tables:
        target.write(table, source.rows(table))
    target.write_turns(source.turns())
    target.write_state(source.state())
    rows = {table.name: _compared(source, target, table) for table in tables}
    if list(source.turns()) != list(target.turns()):
        raise TransferRefused("transfer.differs", table="turns")
    events = next(table for table in tables if table.name == EVENT)
    heads, unreadable = _heads(target, events)
    if (heads, unreadable) != _heads(source, events):
        raise TransferRefused("transfer.differs", table="histories")
    return Transferred(rows, heads, unreadable)


def _compared(source: Store, target: Store, table: Table) -> int:
    """How many rows a table has in both. They must be the same."""
    (count, digest), copied = _digest(source.rows(table)), _digest(target.rows(table))
    if (count, digest) != copied:
        raise TransferRefused("transfer.differs", table=table.name)
    return count


def _digest(rows: Iterator[Row]) -> tuple[int, bytes]:
    count, digest = 0, sha256()
    for row in rows:
        count += 1
        digest.update(msgspec.msgpack.encode(row))
    return count, digest.digest()


def _heads(store: Store, events: Table) -> tuple[str, tuple[str, ...]]:
    """Every match is replayed from what is stored."""
    digest, unreadable = sha256(), []
    for match_id, rows in groupby(store.rows(Table(EVENT, READ, events.key)), key=itemgetter(0)):
        try:
            match = replay(one.event for row in rows for one in stored_events(*row[1:]))  # type: ignore[arg-type]
            digest.update(match.head)
        except Exception:
            unreadable.append(str(match_id))
    return digest.hexdigest(), tuple(unreadable)
