"""Counts of opening moves in SQLite."""

from __future__ import annotations

import apsw

from damero.application.ports import CountedGame, MoveCount, WhichGames
from damero.infrastructure.sqlite.database import Database

MOST_MOVES = 100
NOTE_GAME = "INSERT INTO opening_game (match) VALUES (?) ON CONFLICT DO NOTHING RETURNING match"
COUNT_MOVE = """
    INSERT INTO opening_move (game, position, move, engines, level, month, first, draws, second)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
        first = first + excluded.first, draws = draws + excluded.draws, second = second + excluded.second
"""
MOVES = f"""
    SELECT move, sum(first), sum(draws), sum(second) FROM opening_move
    WHERE game = ? AND position = ? AND engines = ? AND level >= ? AND month BETWEEN ? AND ?
    GROUP BY move ORDER BY sum(first + draws + second) DESC, move LIMIT {MOST_MOVES}
"""
UNCOUNTED = """
    SELECT id FROM match WHERE id > ? AND status = 'finished'
        AND NOT EXISTS (SELECT 1 FROM opening_game WHERE opening_game.match = id)
    ORDER BY id LIMIT ?
"""


class SqliteOpeningStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_game(self, game: CountedGame, /) -> bool:
        def add(connection: apsw.Connection) -> bool:
            if not connection.execute(NOTE_GAME, (game.match_id,)).fetchall():
                return False
            won = [int(game.winner == 0), int(game.winner is None), int(game.winner == 1)]
            for position, move in game.moves:
                row = (game.game_id, position, move, int(game.engines), game.level, game.month, *won)
                connection.execute(COUNT_MOVE, row).fetchall()
            return True

        return await self._database.write(add)

    async def moves(self, game_id: str, position: int, which: WhichGames, /) -> tuple[MoveCount, ...]:
        bindings = (game_id, position, int(which.engines), which.level, which.since, which.until)
        return tuple(MoveCount(*row) for row in await self._database.select(MOVES, *bindings))

    async def uncounted(self, after: str, limit: int, /) -> tuple[str, ...]:
        return tuple(str(match_id) for (match_id,) in await self._database.select(UNCOUNTED, after, limit))
