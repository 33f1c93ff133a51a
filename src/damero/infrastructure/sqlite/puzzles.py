"""Results of puzzles in SQLite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import apsw

from damero.application.ports import RunMode, Standing, StoredRun
from damero.application.rate_puzzle import rated
from damero.domain.glicko import Rating
from damero.domain.puzzle import Puzzle
from damero.infrastructure.run_encoding import RUN_KEPT, decode_run, encode_run
from damero.infrastructure.sqlite.database import Database

RESULTS = "SELECT puzzle, solved FROM puzzle_result WHERE player = ? AND game = ?"
ADD_RESULT = """
    INSERT INTO puzzle_result (player, game, puzzle, solved, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING RETURNING puzzle
"""
STANDING = """
    SELECT rating, deviation, volatility, best_streak, best_timed FROM puzzle_standing WHERE player = ? AND game = ?
"""
SAVE_STANDING = """
    INSERT OR REPLACE INTO puzzle_standing (player, game, rating, deviation, volatility, best_streak, best_timed)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
RUN = "SELECT body FROM puzzle_run WHERE player = ?"
KEEP_RUN = """
    INSERT INTO puzzle_run (player, at, body) VALUES (?, ?, ?)
    ON CONFLICT (player) DO UPDATE SET at = excluded.at, body = excluded.body
"""
DROP_RUNS = "DELETE FROM puzzle_run WHERE at < ?"


class SqlitePuzzleStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def results(self, player_id: str, game_id: str) -> Mapping[str, bool]:
        rows = await self._database.select(RESULTS, player_id, game_id)
        return {str(puzzle): bool(solved) for puzzle, solved in rows}

    async def standing(self, player_id: str, game_id: str) -> Standing:
        return await self._database.read(lambda connection: _standing(connection, player_id, game_id))

    async def add_result(self, player_id: str, game_id: str, puzzle: Puzzle, *, solved: bool, at: int) -> bool:
        def add(connection: apsw.Connection) -> bool:
            row = (player_id, game_id, puzzle.id, int(solved), at)
            if not connection.execute(ADD_RESULT, row).fetchall():
                return False
            standing = _standing(connection, player_id, game_id)
            _save(connection, player_id, game_id, rated(standing, puzzle, solved=solved))
            return True

        return await self._database.write(add)

    async def note_run(self, player_id: str, game_id: str, mode: RunMode, score: int) -> None:
        def note(connection: apsw.Connection) -> None:
            standing = _standing(connection, player_id, game_id)
            best = {
                RunMode.STREAK: replace(standing, best_streak=max(score, standing.best_streak)),
                RunMode.TIMED: replace(standing, best_timed=max(score, standing.best_timed)),
            }
            _save(connection, player_id, game_id, best[mode])

        await self._database.write(note)

    async def run(self, player_id: str) -> StoredRun | None:
        rows = await self._database.select(RUN, player_id)
        return decode_run(rows[0][0]) if rows else None

    async def keep_run(self, player_id: str, run: StoredRun, at: int) -> None:
        def keep(connection: apsw.Connection) -> None:
            connection.execute(DROP_RUNS, (at - RUN_KEPT,)).fetchall()
            connection.execute(KEEP_RUN, (player_id, at, encode_run(run))).fetchall()

        await self._database.write(keep)


def _standing(connection: apsw.Connection, player_id: str, game_id: str) -> Standing:
    rows: list[tuple[Any, ...]] = connection.execute(STANDING, (player_id, game_id)).fetchall()
    return Standing(Rating(*rows[0][:3]), *rows[0][3:]) if rows else Standing()


def _save(connection: apsw.Connection, player_id: str, game_id: str, standing: Standing) -> None:
    rating = standing.rating
    row = (rating.rating, rating.deviation, rating.volatility, standing.best_streak, standing.best_timed)
    connection.execute(SAVE_STANDING, (player_id, game_id, *row)).fetchall()
