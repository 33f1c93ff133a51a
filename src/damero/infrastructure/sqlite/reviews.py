"""Reviews of matches in SQLite."""

from __future__ import annotations

import apsw

from damero.domain.analysis import Judgement
from damero.infrastructure.review_encoding import decode_review, encode_review
from damero.infrastructure.sqlite.database import Database

FIND = "SELECT body FROM review WHERE match = ?"
ADD = "INSERT INTO review (match, at, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


class SqliteReviewStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, match_id: str) -> tuple[Judgement, ...] | None:
        rows = await self._database.select(FIND, match_id)
        return decode_review(bytes(rows[0][0])) if rows else None

    async def add(self, match_id: str, judgements: tuple[Judgement, ...], at: int) -> None:
        row = (match_id, at, encode_review(judgements))

        def add(connection: apsw.Connection) -> None:
            connection.execute(ADD, row).fetchall()

        await self._database.write(add)
