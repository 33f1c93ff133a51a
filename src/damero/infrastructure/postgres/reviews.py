"""Reviews of matches in PostgreSQL."""

from __future__ import annotations

from damero.domain.analysis import Judgement
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.review_encoding import decode_review, encode_review

FIND = "SELECT body FROM review WHERE match = %s"
ADD = "INSERT INTO review (match, at, body) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"


class PostgresReviewStore:
    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def find(self, match_id: str) -> tuple[Judgement, ...] | None:
        rows = await self._connections.select(FIND, match_id)
        return decode_review(bytes(rows[0][0])) if rows else None

    async def add(self, match_id: str, judgements: tuple[Judgement, ...], at: int) -> None:
        await self._connections.execute(ADD, match_id, at, encode_review(judgements))
