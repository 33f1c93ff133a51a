"""Counts of opening moves in PostgreSQL."""

from __future__ import annotations

from damero.application.ports import CountedGame, MoveCount, WhichGames
from damero.infrastructure.postgres.connections import Connection, Connections

NOTE_GAME = "INSERT INTO opening_game (match) VALUES (%s) ON CONFLICT DO NOTHING RETURNING match"
COUNT_MOVE = """
    INSERT INTO opening_move AS known (game, position, move, engines, level, month, first, draws, second)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (game, position, move, engines, level, month) DO UPDATE SET first = known.first + excluded.first,
        draws = known.draws + excluded.draws, second = known.second + excluded.second
"""
MOVES = """
    SELECT move, sum(first)::bigint, sum(draws)::bigint, sum(second)::bigint FROM opening_move
    WHERE game = %s AND position = %s AND engines = %s AND level >= %s AND month BETWEEN %s AND %s
    GROUP BY move ORDER BY sum(first + draws + second) DESC, move LIMIT 100
"""
UNCOUNTED = """
    SELECT id FROM match WHERE id > %s AND status = 'finished'
        AND NOT EXISTS (SELECT 1 FROM opening_game WHERE opening_game.match = id)
    ORDER BY id LIMIT %s
"""


class PostgresOpeningStore:
    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_game(self, game: CountedGame, /) -> bool:
        async def add(connection: Connection) -> bool:
            async with connection.transaction():
                cursor = await connection.execute(NOTE_GAME, (game.match_id,))
                if not await cursor.fetchall():
                    return False
                won = [int(game.winner == 0), int(game.winner is None), int(game.winner == 1)]
                for position, move in sorted(game.moves):
                    row = (game.game_id, position, move, game.engines, game.level, game.month, *won)
                    await connection.execute(COUNT_MOVE, row)
                return True

        return await self._connections.run(add)

    async def moves(self, game_id: str, position: int, which: WhichGames, /) -> tuple[MoveCount, ...]:
        bindings = (game_id, position, which.engines, which.level, which.since, which.until)
        return tuple(MoveCount(*row) for row in await self._connections.select(MOVES, *bindings))

    async def uncounted(self, after: str, limit: int, /) -> tuple[str, ...]:
        return tuple(str(match_id) for (match_id,) in await self._connections.select(UNCOUNTED, after, limit))
