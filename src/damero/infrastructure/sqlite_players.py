"""People, sessions and saved armies in SQLite."""

from __future__ import annotations

import apsw

from damero.application.ports import PlayerRecord
from damero.infrastructure.sqlite_database import Database

COLUMNS = "id, name, password_hash, created"


class SqlitePlayers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_player(self, player: PlayerRecord) -> bool:
        statement = f"INSERT INTO player ({COLUMNS}) VALUES (?, ?, ?, ?)"
        return await self._unless_taken(statement, (player.id, player.name, player.password_hash, player.created))

    async def change_player(self, player: PlayerRecord) -> bool:
        statement = "UPDATE player SET name = ?, password_hash = ? WHERE id = ?"
        return await self._unless_taken(statement, (player.name, player.password_hash, player.id))

    async def player(self, player_id: str) -> PlayerRecord | None:
        return await self._one(f"SELECT {COLUMNS} FROM player WHERE id = ?", player_id)

    async def player_named(self, name: str) -> PlayerRecord | None:
        return await self._one(f"SELECT {COLUMNS} FROM player WHERE name = ?", name)

    async def delete_player(self, player_id: str) -> None:
        await self._do("DELETE FROM player WHERE id = ?", player_id)

    async def add_session(self, token_hash: str, player_id: str, now: int) -> None:
        await self._do("INSERT INTO session (token_hash, player, created) VALUES (?, ?, ?)", token_hash, player_id, now)

    async def session(self, token_hash: str) -> PlayerRecord | None:
        query = (
            "SELECT id, name, password_hash, p.created FROM player p JOIN session ON player = id WHERE token_hash = ?"
        )
        return await self._one(query, token_hash)

    async def drop_session(self, token_hash: str) -> None:
        await self._do("DELETE FROM session WHERE token_hash = ?", token_hash)

    async def drop_sessions(self, player_id: str) -> None:
        await self._do("DELETE FROM session WHERE player = ?", player_id)

    async def formations(self, player_id: str, game_id: str) -> dict[str, str]:
        query = "SELECT name, army FROM formation WHERE player = ? AND game = ? ORDER BY name"
        return dict(await self._database.select(query, player_id, game_id))

    async def save_formation(self, player_id: str, game_id: str, name: str, army: str) -> None:
        statement = "INSERT OR REPLACE INTO formation (player, game, name, army) VALUES (?, ?, ?, ?)"
        await self._do(statement, player_id, game_id, name, army)

    async def delete_formation(self, player_id: str, game_id: str, name: str) -> None:
        await self._do("DELETE FROM formation WHERE player = ? AND game = ? AND name = ?", player_id, game_id, name)

    async def _do(self, statement: str, *bindings: str | int) -> None:
        await self._database.write(lambda connection: _run(connection, statement, bindings))

    async def _unless_taken(self, statement: str, bindings: tuple[str | int | None, ...]) -> bool:
        try:
            await self._database.write(lambda connection: _run(connection, statement, bindings))
        except apsw.ConstraintError:
            return False
        return True

    async def _one(self, query: str, key: str) -> PlayerRecord | None:
        rows = await self._database.select(query, key)
        return PlayerRecord(*rows[0]) if rows else None


def _run(connection: apsw.Connection, statement: str, bindings: tuple[str | int | None, ...]) -> None:
    connection.execute(statement, bindings)
