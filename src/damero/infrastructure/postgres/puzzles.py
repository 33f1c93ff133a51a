"""Results of puzzles in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from damero.application.ports import RunMode, Standing, StoredRun
from damero.application.rate_puzzle import rated
from damero.domain.glicko import Rating
from damero.domain.puzzle import Puzzle
from damero.infrastructure.postgres.connections import Connection, Connections
from damero.infrastructure.run_encoding import RUN_KEPT, decode_run, encode_run

RESULTS = "SELECT puzzle, solved FROM puzzle_result WHERE player = %s AND game = %s"
ADD_RESULT = """
    INSERT INTO puzzle_result (player, game, puzzle, solved, at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING RETURNING puzzle
"""
STANDING = """
    SELECT rating, deviation, volatility, best_streak, best_timed FROM puzzle_standing WHERE player = %s AND game = %s
"""
BEGIN_STANDING = """
    INSERT INTO puzzle_standing (player, game, rating, deviation, volatility, best_streak, best_timed)
    VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
LOCK_STANDING = f"{STANDING} FOR UPDATE"
SAVE_STANDING = """
    UPDATE puzzle_standing SET rating = %s, deviation = %s, volatility = %s, best_streak = %s, best_timed = %s
    WHERE player = %s AND game = %s
"""
RUN = "SELECT body FROM puzzle_run WHERE player = %s"
KEEP_RUN = """
    INSERT INTO puzzle_run (player, at, body) VALUES (%s, %s, %s)
    ON CONFLICT (player) DO UPDATE SET at = excluded.at, body = excluded.body
"""
DROP_RUNS = "DELETE FROM puzzle_run WHERE at < %s"


class PostgresPuzzleStore:
    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def results(self, player_id: str, game_id: str) -> Mapping[str, bool]:
        rows = await self._connections.select(RESULTS, player_id, game_id)
        return {str(puzzle): bool(solved) for puzzle, solved in rows}

    async def standing(self, player_id: str, game_id: str) -> Standing:
        rows = await self._connections.select(STANDING, player_id, game_id)
        return _standing(rows[0]) if rows else Standing()

    async def add_result(self, player_id: str, game_id: str, puzzle: Puzzle, *, solved: bool, at: int) -> bool:
        async def add(connection: Connection) -> bool:
            async with connection.transaction():
                cursor = await connection.execute(ADD_RESULT, (player_id, game_id, puzzle.id, solved, at))
                if not await cursor.fetchall():
                    return False
                await _change(connection, player_id, game_id, partial(rated, puzzle=puzzle, solved=solved))
                return True

        return await self._connections.run(add)

    async def note_run(self, player_id: str, game_id: str, mode: RunMode, score: int) -> None:
        def better(standing: Standing) -> Standing:
            best = {
                RunMode.STREAK: replace(standing, best_streak=max(score, standing.best_streak)),
                RunMode.TIMED: replace(standing, best_timed=max(score, standing.best_timed)),
            }
            return best[mode]

        async def note(connection: Connection) -> None:
            async with connection.transaction():
                await _change(connection, player_id, game_id, better)

        await self._connections.run(note)

    async def run(self, player_id: str) -> StoredRun | None:
        rows = await self._connections.select(RUN, player_id)
        return decode_run(bytes(rows[0][0])) if rows else None

    async def keep_run(self, player_id: str, run: StoredRun, at: int) -> None:
        await self._connections.execute(DROP_RUNS, at - RUN_KEPT)
        await self._connections.execute(KEEP_RUN, player_id, at, encode_run(run))


async def _change(connection: Connection, player_id: str, game_id: str, change: Callable[[Standing], Standing]) -> None:
    """Inside a transaction. Whoever else changes it, at any server, waits for its end."""
    await connection.execute(BEGIN_STANDING, (player_id, game_id, *_columns(Standing())))
    rows = await (await connection.execute(LOCK_STANDING, (player_id, game_id))).fetchall()
    await connection.execute(SAVE_STANDING, (*_columns(change(_standing(rows[0]))), player_id, game_id))


def _standing(row: Sequence[Any]) -> Standing:
    return Standing(Rating(*row[:3]), *row[3:])


def _columns(standing: Standing) -> tuple[float | int, ...]:
    rating = standing.rating
    return rating.rating, rating.deviation, rating.volatility, standing.best_streak, standing.best_timed
