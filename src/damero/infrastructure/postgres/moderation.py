"""Bans, reports and the audit log in PostgreSQL."""

from __future__ import annotations

from damero.application.ports import Account, AuditEntry, FoundPlayer, NewReport, Report
from damero.infrastructure.postgres.connections import Connections

FIND = """
    SELECT id, name, password_hash, created, reason FROM player LEFT JOIN ban ON ban.player = id
    WHERE strpos(lower(name), lower(%s COLLATE "C")) > 0 OR strpos(id, %s) > 0 ORDER BY created DESC LIMIT %s
"""
BAN = "INSERT INTO ban (player, reason) VALUES (%s, %s) ON CONFLICT (player) DO UPDATE SET reason = excluded.reason"
ADD_REPORT = """
    INSERT INTO report (reporter, player, reason, match, at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (reporter, player) WHERE settled IS NULL
    DO UPDATE SET reason = excluded.reason, match = excluded.match, at = excluded.at
"""
REPORTS = """
    SELECT id, reporter, player, reason, match, at, settled FROM report
    WHERE settled IS NULL OR %s ORDER BY id DESC LIMIT %s
"""
SETTLE = "UPDATE report SET settled = %s WHERE id = %s AND settled IS NULL RETURNING id"
NOTE = "INSERT INTO audit (at, action, arguments, result) VALUES (%s, %s, %s, %s)"
AUDIT_LOG = "SELECT at, action, arguments, result FROM audit ORDER BY id DESC LIMIT %s"


class PostgresModerationStore:
    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def find_players(self, text: str, limit: int) -> tuple[FoundPlayer, ...]:
        rows = await self._connections.select(FIND, text, text, limit)
        return tuple(FoundPlayer(Account(*row[:4]), row[4]) for row in rows)

    async def ban(self, player_id: str, reason: str) -> None:
        await self._connections.execute(BAN, player_id, reason)

    async def unban(self, player_id: str) -> None:
        await self._connections.execute("DELETE FROM ban WHERE player = %s", player_id)

    async def is_banned(self, player_id: str) -> bool:
        return bool(await self._connections.select("SELECT 1 FROM ban WHERE player = %s", player_id))

    async def add_report(self, report: NewReport) -> None:
        bindings = (report.reporter, report.player, report.reason, report.match_id, report.at)
        await self._connections.execute(ADD_REPORT, *bindings)

    async def reports(self, *, settled: bool, limit: int) -> tuple[Report, ...]:
        return tuple(Report(*row) for row in await self._connections.select(REPORTS, settled, limit))

    async def settle_report(self, report_id: int, note: str) -> bool:
        return bool(await self._connections.execute(SETTLE, note, report_id))

    async def note(self, entry: AuditEntry) -> None:
        await self._connections.execute(NOTE, entry.at, entry.action, entry.arguments, entry.result)

    async def audit_log(self, limit: int) -> tuple[AuditEntry, ...]:
        return tuple(AuditEntry(*row) for row in await self._connections.select(AUDIT_LOG, limit))
