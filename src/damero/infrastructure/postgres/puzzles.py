"""Results of puzzles in PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from damero.application.ports import RunMode, Standing, StoredRun
from damero.application.rate_puzzle import rated
from damero.domain.glicko import Rating
from damero.domain.puzzle import Puzzle
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.run_encoding import RUN_KEPT, decode_run, encode_run

RESULTS = "SELECT puzzle, solved FROM puzzle_result WHERE player = %s AND game = %s"
ADD_RESULT = """
    INSERT INTO puzzle_result (player, game, puzzle, solved, at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING RETURNING puzzle
"""
STANDING = """
    SELECT rating, deviation, volatility, best_streak, best_timed FROM puzzle_standing WHERE player = %s AND game = %s
"""
SAVE_STANDING = """
    INSERT INTO puzzle_standing (player, game, rating, deviation, volatility, best_streak, best_timed)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
        volatility = excluded.volatility, best_streak = excluded.best_streak, best_timed = excluded.best_timed
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
        return Standing(Rating(*rows[0][:3]), *rows[0][3:]) if rows else Standing()

    async def add_result(self, player_id: str, game_id: str, puzzle: Puzzle, *, solved: bool, at: int) -> bool:
        if not await self._connections.execute(ADD_RESULT, player_id, game_id, puzzle.id, solved, at):
            return False
        await self._save(player_id, game_id, rated(await self.standing(player_id, game_id), puzzle, solved=solved))
        return True

    async def note_run(self, player_id: str, game_id: str, mode: RunMode, score: int) -> None:
        standing = await self.standing(player_id, game_id)
        best = {
            RunMode.STREAK: replace(standing, best_streak=max(score, standing.best_streak)),
            RunMode.TIMED: replace(standing, best_timed=max(score, standing.best_timed)),
        }
        await self._save(player_id, game_id, best[mode])

    async def run(self, player_id: str) -> StoredRun | None:
        rows = await self._connections.select(RUN, player_id)
        return decode_run(bytes(rows[0][0])) if rows else None

    async def keep_run(self, player_id: str, run: StoredRun, at: int) -> None:
        await self._connections.execute(DROP_RUNS, at - RUN_KEPT)
        await self._connections.execute(KEEP_RUN, player_id, at, encode_run(run))

    async def _save(self, player_id: str, game_id: str, standing: Standing) -> None:
        rating = standing.rating
        row = (rating.rating, rating.deviation, rating.volatility, standing.best_streak, standing.best_timed)
        await self._connections.execute(SAVE_STANDING, player_id, game_id, *row)
