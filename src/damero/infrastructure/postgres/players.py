"""Players, their sessions and their saved armies in PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import LiteralString

import psycopg

from damero.application.names import name_key
from damero.application.ports import UNKNOWN_DEVICE, Account, Device, Session, StoredSession
from damero.infrastructure.postgres.connections import Connection, Connections

PLAYER = "SELECT id, name, password_hash, created, language FROM player WHERE id = %s"
PLAYER_NAMED = 'SELECT id, name, password_hash, created, language FROM player WHERE lower(name) = lower(%s COLLATE "C")'
ADD = "INSERT INTO player (id, name, password_hash, created, language, name_key) VALUES (%s, %s, %s, %s, %s, %s)"
CHANGE = "UPDATE player SET name = %s, password_hash = %s, language = %s, name_key = %s WHERE id = %s"
SESSION = """
    SELECT id, name, password_hash, player.created, language, last_used
    FROM session JOIN player ON player = id WHERE token_hash = %s
"""
LOCK_NAME = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
LOOKALIKE = """
    SELECT 1 FROM player WHERE name_key = %(key)s AND id != %(player)s
        AND name_key IS DISTINCT FROM (SELECT name_key FROM player WHERE id = %(player)s) LIMIT 1
"""
"""Players of earlier editions keep names that look alike, but nobody takes another's."""
KEEP_NAME = """
    INSERT INTO kept_name (key, player, until) VALUES (%s, %s, %s)
    ON CONFLICT (key) DO UPDATE SET player = excluded.player, until = excluded.until
"""
ADD_SESSION = """
    INSERT INTO session (token_hash, player, created, last_used, agent, address) VALUES (%s, %s, %s, %s, %s, %s)
"""
SESSIONS = """
    SELECT token_hash, created, last_used, agent, address FROM session WHERE player = %s ORDER BY created DESC
"""
ENDED = """
    SELECT asked FROM unnest(%s::text[]) AS asked WHERE NOT EXISTS (SELECT 1 FROM session WHERE token_hash = asked)
"""
DROP_CONFIRMED = "DELETE FROM session WHERE last_used < %s AND expired < %s RETURNING player"
DROP_LOST_GUESTS = """
    DELETE FROM player WHERE id = ANY(%s) AND password_hash IS NULL
        AND NOT EXISTS (SELECT 1 FROM session WHERE player = player.id)
"""
NOTE_UNUSED = "UPDATE session SET expired = %s WHERE last_used < %s AND expired IS NULL"
SAVE_FORMATION = """
    INSERT INTO formation (player, game, name, army) VALUES (%s, %s, %s, %s)
    ON CONFLICT (player, game, name) DO UPDATE SET army = excluded.army
"""


class PostgresPlayerStore:
    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_player(self, player: Account) -> bool:
        key = name_key(player.name)
        bindings = (player.id, player.name, player.password_hash, player.created, player.language, key)
        return await self._unless_taken(player.id, key, ADD, bindings)

    async def change_player(self, player: Account) -> bool:
        key = name_key(player.name)
        bindings = (player.name, player.password_hash, player.language, key, player.id)
        return await self._unless_taken(player.id, key, CHANGE, bindings)

    async def player(self, player_id: str) -> Account | None:
        return await self._one(PLAYER, player_id)

    async def player_named(self, name: str) -> Account | None:
        return await self._one(PLAYER_NAMED, name)

    async def delete_player(self, player_id: str) -> None:
        await self._connections.execute("DELETE FROM player WHERE id = %s", player_id)

    async def keep_name(self, key: str, player_id: str, until: int, *, now: int) -> None:
        await self._connections.execute("DELETE FROM kept_name WHERE until <= %s", now)
        await self._connections.execute(KEEP_NAME, key, player_id, until)

    async def name_kept_for(self, key: str, now: int) -> str | None:
        rows = await self._connections.select("SELECT player FROM kept_name WHERE key = %s AND until > %s", key, now)
        return str(rows[0][0]) if rows else None

    async def add_session(self, token_hash: str, player_id: str, now: int, device: Device = UNKNOWN_DEVICE) -> None:
        await self._connections.execute(ADD_SESSION, token_hash, player_id, now, now, device.agent, device.address)

    async def sessions(self, player_id: str) -> tuple[StoredSession, ...]:
        rows = await self._connections.select(SESSIONS, player_id)
        return tuple(
            StoredSession(token_hash, opened, used, Device(agent, address))
            for token_hash, opened, used, agent, address in rows
        )

    async def session(self, token_hash: str) -> Session | None:
        rows = await self._connections.select(SESSION, token_hash)
        return Session(Account(*rows[0][:5]), rows[0][5]) if rows else None

    async def ended_sessions(self, token_hashes: Sequence[str]) -> tuple[str, ...]:
        return tuple(str(ended) for (ended,) in await self._connections.select(ENDED, list(token_hashes)))

    async def use_session(self, token_hash: str, now: int) -> None:
        statement: LiteralString = "UPDATE session SET last_used = %s, expired = NULL WHERE token_hash = %s"
        await self._connections.execute(statement, now, token_hash)

    async def drop_session(self, token_hash: str) -> None:
        await self._connections.execute("DELETE FROM session WHERE token_hash = %s", token_hash)

    async def drop_sessions(self, player_id: str) -> tuple[str, ...]:
        rows = await self._connections.execute("DELETE FROM session WHERE player = %s RETURNING token_hash", player_id)
        return tuple(str(token_hash) for (token_hash,) in rows)

    async def drop_unused_sessions(self, *, unused_since: int, found_before: int, now: int) -> None:
        async def confirm_and_note(connection: Connection) -> None:
            async with connection.transaction():
                dropped = await connection.execute(DROP_CONFIRMED, (unused_since, found_before))
                lost = [player_id for (player_id,) in await dropped.fetchall()]
                await connection.execute(DROP_LOST_GUESTS, (lost,))
                await connection.execute(NOTE_UNUSED, (now, unused_since))

        await self._connections.run(confirm_and_note)

    async def formations(self, player_id: str, game_id: str) -> dict[str, str]:
        query: LiteralString = "SELECT name, army FROM formation WHERE player = %s AND game = %s ORDER BY name"
        return dict(await self._connections.select(query, player_id, game_id))

    async def save_formation(self, player_id: str, game_id: str, name: str, army: str) -> None:
        await self._connections.execute(SAVE_FORMATION, player_id, game_id, name, army)

    async def delete_formation(self, player_id: str, game_id: str, name: str) -> None:
        statement: LiteralString = "DELETE FROM formation WHERE player = %s AND game = %s AND name = %s"
        await self._connections.execute(statement, player_id, game_id, name)

    async def _unless_taken(
        self, player_id: str, key: str, statement: LiteralString, bindings: tuple[str | int | None, ...]
    ) -> bool:
        async def change(connection: Connection) -> bool:
            async with connection.transaction():
                await connection.execute(LOCK_NAME, (key,))
                alike = await connection.execute(LOOKALIKE, {"key": key, "player": player_id})
                if await alike.fetchone() is not None:
                    return False
                await connection.execute(statement, bindings)
                return True

        try:
            return await self._connections.run(change)
        except psycopg.IntegrityError:
            return False

    async def _one(self, query: LiteralString, key: str) -> Account | None:
        rows = await self._connections.select(query, key)
        return Account(*rows[0]) if rows else None
