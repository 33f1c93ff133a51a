"""A PostgreSQL database as tables."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any, cast

import psycopg
from psycopg import sql

from damero.application.engine_turn import engine_to_act
from damero.domain.beginning import acts_at
from damero.domain.match import replay
from damero.infrastructure.encoding import stored_events
from damero.infrastructure.postgres.server_state import ADD, GET, IDENTIFIER_KEY, SIGNING_KEYS
from damero.infrastructure.transfer.tables import Row, ServerState, Table, Value

COLUMNS = """
    SELECT table_name::text, column_name::text, data_type::text, is_identity::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name NOT LIKE 'procrastinate%' ORDER BY ordinal_position
"""
KEYS = """
    SELECT c.relname::text, a.attname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
    WHERE i.indisprimary AND c.relnamespace = current_schema()::regnamespace
    ORDER BY c.relname, array_position(i.indkey::int2[], a.attnum)
"""
OWN = frozenset(
    {
        "schema_version",
        "match_state",
        "server",
        "cluster_time",
        "engine_worker",
        "engine_place",
        "finding",
        "running_position",
    }
)
"""Tables that only servers of a cluster need."""
TURNS = "SELECT match, version, to_move FROM match_state ORDER BY match"
EVENTS = "SELECT seq, kind, body, command FROM event WHERE match = %s ORDER BY seq"
UNFINISHED = "SELECT match FROM match_state JOIN match ON match.id = match_state.match WHERE status = ANY(%s)"
SET_DUE = "UPDATE match_state SET deadline = %s, engine_since = %s WHERE match = %s"
TIME = "SELECT alive_at - standstill FROM cluster_time"
SET_TIME = """
    INSERT INTO cluster_time (alive_at, standstill)
    SELECT now, now - %s FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) AS wall
    ON CONFLICT (only_row) DO UPDATE SET alive_at = excluded.alive_at, standstill = excluded.standstill
"""
IS_SERVED = """
    SELECT count(*) FROM cluster_time WHERE alive_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 3000
"""
AT_ONCE = 2_000
"""Rows that are fetched together."""

log = logging.getLogger(__name__)


class PostgresStore:
    """Of a connection in one transaction, which sees one moment of the database."""

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        self._connection = connection
        self._types: dict[tuple[str, str], str] = {}
        self._identities: list[tuple[str, str]] = []

    def is_served(self) -> bool:
        """Whether a server said in the last seconds that it runs."""
        return bool(self._one(IS_SERVED))

    def is_empty(self) -> bool:
        return not self._one("SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM player)")

    def tables(self) -> dict[str, Table]:
        columns: dict[str, list[str]] = {}
        for table, column, kind, is_identity in self._connection.execute(COLUMNS).fetchall():
            columns.setdefault(table, []).append(column)
            self._types[table, column] = kind
            if is_identity == "YES":
                self._identities.append((table, column))
        keys: dict[str, list[str]] = {}
        for table, column in self._connection.execute(KEYS).fetchall():
            keys.setdefault(table, []).append(column)
        return {
            name: Table(name, tuple(found), tuple(keys[name])) for name, found in columns.items() if name not in OWN
        }

    def rows(self, table: Table) -> Iterator[Row]:
        query = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(
            _names(table.columns), sql.Identifier(table.name), _names(table.key)
        )
        with self._connection.cursor(name=f"read_{table.name}", binary=True) as cursor:
            cursor.itersize = AT_ONCE
            for row in cursor.execute(query):
                yield tuple(int(value) if isinstance(value, bool) else value for value in row)

    def write(self, table: Table, rows: Iterable[Row]) -> None:
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), _names(table.columns))
        is_truth = [self._types[table.name, column] == "boolean" for column in table.columns]
        with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row([_stored(value, truth=truth) for value, truth in zip(row, is_truth, strict=True)])

    def turns(self) -> Iterator[tuple[str, int, str | None]]:
        return cast(Iterator[tuple[str, int, str | None]], iter(self._connection.execute(TURNS).fetchall()))

    def write_turns(self, turns: Iterable[tuple[str, int, str | None]]) -> None:
        with self._connection.cursor() as cursor:
            with cursor.copy("COPY match_state (match, version, to_move) FROM STDIN") as copy:
                for turn in turns:
                    copy.write_row(turn)
            for match_id in cursor.execute(UNFINISHED, (["active", "waiting"],)).fetchall():
                self._write_due(*match_id)
        for table, column in self._identities:
            name = sql.Identifier(table), sql.Identifier(column)
            reset = "SELECT setval(pg_get_serial_sequence(%s, %s), max({1})) FROM {0} HAVING max({1}) IS NOT NULL"
            self._connection.execute(sql.SQL(reset).format(*name), (table, column))

    def state(self) -> ServerState:
        key, signing = (self._one(GET, name) for name in (IDENTIFIER_KEY, SIGNING_KEYS))
        return ServerState(key and bytes(key), signing and bytes(signing), self._one(TIME))

    def write_state(self, state: ServerState) -> None:
        for name, value in ((IDENTIFIER_KEY, state.identifier_key), (SIGNING_KEYS, state.signing_keys)):
            if value is not None:
                self._connection.execute(ADD, (name, value))
        if state.time is not None:
            self._connection.execute(SET_TIME, (state.time,))

    def _write_due(self, match_id: str) -> None:
        """When a server must act by itself. A match that cannot be read waits for nobody."""
        rows = self._connection.execute(EVENTS, (match_id,), binary=True).fetchall()
        try:
            match = replay(one.event for row in rows for one in stored_events(*row))
        except Exception as error:
            log.warning("Match %s cannot be read: %s", match_id, error)
            return
        engine_since = match.last_at if engine_to_act(match) is not None else None
        self._connection.execute(SET_DUE, (acts_at(match), engine_since, match_id))

    def _one(self, query: str, *bindings: object) -> Any:
        found = self._connection.execute(query.encode(), bindings or None).fetchone()
        return found[0] if found else None


def _names(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _stored(value: Value, *, truth: bool) -> object:
    return bool(value) if truth and value is not None else value
