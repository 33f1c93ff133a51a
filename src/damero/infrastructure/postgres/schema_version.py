"""Creates and upgrades the tables, and checks a database before a server uses it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import resources
from typing import LiteralString

import psycopg
from procrastinate.schema import SchemaManager

from damero.domain.errors import DameroError
from damero.infrastructure.postgres.connections import Connection, connect

LOCK = 4_242_017
"""The advisory lock of upgrades: two that start at the same time run one after the other."""
CREATE_VERSION = "CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY)"
VERSION = "SELECT coalesce(max(version), 0) FROM schema_version"
HAS_VERSION = "SELECT to_regclass('schema_version') IS NOT NULL"
HAS_QUEUE = "SELECT to_regclass('procrastinate_jobs') IS NOT NULL"
READ_ONLY = "SELECT current_setting('transaction_read_only')::bool"
DURABLE = frozenset({"on", "remote_apply", "remote_write", "local"})
"""The values of `synchronous_commit` with which a commit is on this server's disk before it is acknowledged."""


class DatabaseRefused(DameroError):
    """The database cannot be reached, is not durable, or has other tables than this version needs."""

    code = "DATABASE_REFUSED"


async def migrate(url: str) -> tuple[int, int]:
    """Brings the tables up to date; the version before and after."""
    connection = await _connected(url)
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            await connection.execute("SET LOCAL statement_timeout = 0")
            await connection.execute(CREATE_VERSION)
            before = await _number(connection, VERSION)
            for number, text in enumerate(_schema_files()[before:], start=before + 1):
                await connection.execute(text)
                await connection.execute("INSERT INTO schema_version VALUES (%s)", (number,))
            if not await _first(connection, HAS_QUEUE):
                await connection.execute(SchemaManager.get_schema())
            return before, max(before, len(_schema_files()))
    except psycopg.Error as error:
        raise unusable(error) from error
    finally:
        await connection.close()


async def check(url: str, *, is_written: bool = True) -> None:
    """Raises the error that would keep a server from starting. Tables of a newer version are accepted.

    Where nothing is written a standby will do.
    """
    for fault in await faults(url, is_written=is_written):
        raise fault


async def faults(url: str, *, is_written: bool = True) -> tuple[DatabaseRefused, ...]:
    """All errors of a database that is reached, the gravest first; raises the one of a database that is not."""
    connection = await _connected(url)
    try:
        return tuple([fault async for fault in _faults(connection, is_written=is_written)])
    except psycopg.Error as error:
        raise unusable(error) from error
    finally:
        await connection.close()


async def _faults(connection: Connection, *, is_written: bool) -> AsyncIterator[DatabaseRefused]:
    for setting, allowed in (("synchronous_commit", DURABLE), ("fsync", frozenset({"on"}))):
        value = await _first(connection, "SELECT current_setting(%s)", setting)
        if value not in allowed:
            yield DatabaseRefused("database.not_durable", setting=setting, value=str(value))
    if is_written and await _first(connection, READ_ONLY):
        yield DatabaseRefused("database.read_only")
    version, needed = await _version(connection), len(_schema_files())
    if version < needed:
        yield DatabaseRefused("database.not_migrated", version=version, needed=needed)


async def _version(connection: Connection) -> int:
    return await _number(connection, VERSION) if await _first(connection, HAS_VERSION) else 0


async def _first(connection: Connection, query: LiteralString, *bindings: str) -> object:
    found = await (await connection.execute(query, bindings)).fetchone()
    return found and found[0]


async def _connected(url: str) -> Connection:
    """What the driver says of an address that it cannot read contains the address, with its password."""
    try:
        return await connect(url)
    except psycopg.ProgrammingError as error:
        raise DatabaseRefused("database.bad_address") from error
    except (psycopg.Error, OSError) as error:
        raise unusable(error) from error


async def _number(connection: Connection, query: LiteralString) -> int:
    found = await (await connection.execute(query)).fetchone()
    return int(found[0]) if found else 0


def unusable(error: Exception) -> DatabaseRefused:
    return DatabaseRefused("database.unusable", reason=(str(error).strip().splitlines() or [type(error).__name__])[0])


def _schema_files() -> list[LiteralString]:
    folder = resources.files("damero.infrastructure.postgres") / "schema"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return [file.read_text("utf-8") for file in files]
