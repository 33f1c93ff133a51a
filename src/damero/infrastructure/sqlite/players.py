"""Players, their sessions and their saved armies in SQLite."""

from __future__ import annotations

import apsw

from damero.application.names import name_key
from damero.application.ports import UNKNOWN_DEVICE, Account, Device, Session, StoredSession
from damero.infrastructure.sqlite.database import Database

COLUMNS = "id, name, password_hash, created, language"
SESSION = """
    SELECT id, name, password_hash, player.created, language, last_used
    FROM session JOIN player ON player = id WHERE token_hash = ?
"""
ADD_SESSION = "INSERT INTO session (token_hash, player, created, last_used, agent, address) VALUES (?, ?, ?, ?, ?, ?)"
SESSIONS = """
    SELECT token_hash, created, last_used, agent, address FROM session WHERE player = ? ORDER BY created DESC
"""
LOOKALIKE = """
    SELECT 1 FROM player WHERE name_key = ?1 AND id != ?2
        AND name_key IS NOT (SELECT name_key FROM player WHERE id = ?2) LIMIT 1
"""
"""Players of earlier editions keep names that look alike, but nobody takes another's."""
DROP_CONFIRMED = "DELETE FROM session WHERE last_used < ? AND expired < ? RETURNING player"
DROP_LOST_GUEST = """
    DELETE FROM player WHERE id = ?1 AND password_hash IS NULL AND NOT EXISTS (SELECT 1 FROM session WHERE player = ?1)
"""
NOTE_UNUSED = "UPDATE session SET expired = ? WHERE last_used < ? AND expired IS NULL"


class SqlitePlayerStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_player(self, player: Account) -> bool:
        statement = f"INSERT INTO player ({COLUMNS}, name_key) VALUES (?, ?, ?, ?, ?, ?)"
        key = name_key(player.name)
        bindings = (player.id, player.name, player.password_hash, player.created, player.language, key)
        return await self._unless_taken(player.id, key, statement, bindings)

    async def change_player(self, player: Account) -> bool:
        statement = "UPDATE player SET name = ?, password_hash = ?, language = ?, name_key = ? WHERE id = ?"
        key = name_key(player.name)
        bindings = (player.name, player.password_hash, player.language, key, player.id)
        return await self._unless_taken(player.id, key, statement, bindings)

    async def player(self, player_id: str) -> Account | None:
        return await self._one(f"SELECT {COLUMNS} FROM player WHERE id = ?", player_id)

    async def player_named(self, name: str) -> Account | None:
        return await self._one(f"SELECT {COLUMNS} FROM player WHERE name = ?", name)

    async def delete_player(self, player_id: str) -> None:
        await self._execute("DELETE FROM player WHERE id = ?", player_id)

    async def keep_name(self, key: str, player_id: str, until: int, *, now: int) -> None:
        def keep(connection: apsw.Connection) -> None:
            connection.execute("DELETE FROM kept_name WHERE until <= ?", (now,))
            connection.execute("INSERT OR REPLACE INTO kept_name VALUES (?, ?, ?)", (key, player_id, until))

        await self._database.write(keep)

    async def name_kept_for(self, key: str, now: int) -> str | None:
        rows = await self._database.select("SELECT player FROM kept_name WHERE key = ? AND until > ?", key, now)
        return str(rows[0][0]) if rows else None

    async def add_session(self, token_hash: str, player_id: str, now: int, device: Device = UNKNOWN_DEVICE) -> None:
        await self._execute(ADD_SESSION, token_hash, player_id, now, now, device.agent, device.address)

    async def sessions(self, player_id: str) -> tuple[StoredSession, ...]:
        rows = await self._database.select(SESSIONS, player_id)
        return tuple(
            StoredSession(token_hash, opened, used, Device(agent, address))
            for token_hash, opened, used, agent, address in rows
        )

    async def session(self, token_hash: str) -> Session | None:
        rows = await self._database.select(SESSION, token_hash)
        return Session(Account(*rows[0][:5]), rows[0][5]) if rows else None

    async def use_session(self, token_hash: str, now: int) -> None:
        await self._execute("UPDATE session SET last_used = ?, expired = NULL WHERE token_hash = ?", now, token_hash)

    async def drop_session(self, token_hash: str) -> None:
        await self._execute("DELETE FROM session WHERE token_hash = ?", token_hash)

    async def drop_sessions(self, player_id: str) -> tuple[str, ...]:
        statement = "DELETE FROM session WHERE player = ? RETURNING token_hash"
        rows = await self._database.write(lambda connection: connection.execute(statement, (player_id,)).fetchall())
        return tuple(str(token_hash) for (token_hash,) in rows)

    async def drop_unused_sessions(self, *, unused_since: int, found_before: int, now: int) -> None:
        def confirm_and_note(connection: apsw.Connection) -> None:
            lost = connection.execute(DROP_CONFIRMED, (unused_since, found_before)).fetchall()
            connection.executemany(DROP_LOST_GUEST, set(lost))
            connection.execute(NOTE_UNUSED, (now, unused_since))

        await self._database.write(confirm_and_note)

    async def formations(self, player_id: str, game_id: str) -> dict[str, str]:
        query = "SELECT name, army FROM formation WHERE player = ? AND game = ? ORDER BY name"
        return dict(await self._database.select(query, player_id, game_id))

    async def save_formation(self, player_id: str, game_id: str, name: str, army: str) -> None:
        statement = "INSERT OR REPLACE INTO formation (player, game, name, army) VALUES (?, ?, ?, ?)"
        await self._execute(statement, player_id, game_id, name, army)

    async def delete_formation(self, player_id: str, game_id: str, name: str) -> None:
        await self._execute(
            "DELETE FROM formation WHERE player = ? AND game = ? AND name = ?", player_id, game_id, name
        )

    async def _execute(self, statement: str, *bindings: str | int) -> None:
        await self._database.write(lambda connection: _run(connection, statement, bindings))

    async def _unless_taken(
        self, player_id: str, key: str, statement: str, bindings: tuple[str | int | None, ...]
    ) -> bool:
        def change(connection: apsw.Connection) -> bool:
            fill_name_keys(connection)
            if connection.execute(LOOKALIKE, (key, player_id)).get is not None:
                return False
            connection.execute(statement, bindings)
            return True

        try:
            return await self._database.write(change)
        except apsw.ConstraintError:
            return False

    async def _one(self, query: str, key: str) -> Account | None:
        rows = await self._database.select(query, key)
        return Account(*rows[0]) if rows else None


def fill_name_keys(connection: apsw.Connection) -> None:
    """Players of earlier editions have no key yet."""
    for player_id, name in connection.execute("SELECT id, name FROM player WHERE name_key IS NULL").fetchall():
        connection.execute("UPDATE player SET name_key = ? WHERE id = ?", (name_key(str(name)), player_id))


def _run(connection: apsw.Connection, statement: str, bindings: tuple[str | int | None, ...]) -> None:
    connection.execute(statement, bindings)
