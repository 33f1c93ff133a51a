"""The SQLite file of a data folder as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

import apsw

from damero.infrastructure.sqlite.backup import KEYS
from damero.infrastructure.sqlite.server_state import GET, SET
from damero.infrastructure.transfer.tables import Row, ServerState, Table

TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
COLUMNS = "SELECT name, pk FROM pragma_table_info(?)"
TURNS = """
    SELECT event.match, event.seq, event.to_move FROM event
    JOIN (SELECT match, max(seq) AS seq FROM event GROUP BY match) USING (match, seq) ORDER BY event.match
"""
SET_TURN = "UPDATE event SET to_move = ? WHERE match = ? AND seq = ?"


class SqliteStore:
    """Of a connection that may write; its schema is up to date."""

    def __init__(self, connection: apsw.Connection, signing_keys: bytes | None = None) -> None:
        self._connection, self._signing_keys = connection, signing_keys

    def tables(self) -> dict[str, Table]:
        names = [str(name) for (name,) in self._connection.execute(TABLES)]
        return {name: self._table(name) for name in names}

    def rows(self, table: Table) -> Iterator[Row]:
        columns, key = ", ".join(table.columns), ", ".join(table.key)
        return cast(Iterator[Row], self._connection.execute(f"SELECT {columns} FROM {table.name} ORDER BY {key}"))

    def write(self, table: Table, rows: Iterable[Row]) -> None:
        places = ", ".join("?" * len(table.columns))
        statement = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})"
        self._connection.executemany(statement, rows)

    def turns(self) -> Iterator[tuple[str, int, str | None]]:
        return cast(Iterator[tuple[str, int, str | None]], self._connection.execute(TURNS))

    def write_turns(self, turns: Iterable[tuple[str, int, str | None]]) -> None:
        self._connection.executemany(SET_TURN, ((to_move, match_id, version) for match_id, version, to_move in turns))

    def state(self) -> ServerState:
        time = self._connection.execute(GET, ("server_time",)).get
        key = self._connection.execute(GET, ("identifier_key",)).get
        return ServerState(cast("bytes | None", key), self._signing_keys, None if time is None else int(time))

    def write_state(self, state: ServerState) -> None:
        """The signing keys travel in the file, as in a backup."""
        given = {"server_time": state.time, "identifier_key": state.identifier_key, KEYS: state.signing_keys}
        for name, value in given.items():
            if value is not None:
                self._connection.execute(SET, (name, value))

    def _table(self, name: str) -> Table:
        columns = [(str(column), int(key)) for column, key in self._connection.execute(COLUMNS, (name,))]
        keyed = sorted((place, column) for column, place in columns if place)
        return Table(name, tuple(column for column, _ in columns), tuple(column for _, column in keyed))
