"""Bans, reports and the audit log in SQLite."""

from __future__ import annotations

from damero.application.ports import Account, AuditEntry, FoundPlayer, NewReport, Report
from damero.infrastructure.sqlite.database import Database

FIND = """
    SELECT id, name, password_hash, created, reason FROM player LEFT JOIN ban ON ban.player = id
    WHERE instr(lower(name), lower(?1)) OR instr(id, ?1) ORDER BY created DESC LIMIT ?2
"""
ADD_REPORT = """
    INSERT INTO report (reporter, player, reason, match, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (reporter, player) WHERE settled IS NULL
    DO UPDATE SET reason = excluded.reason, match = excluded.match, at = excluded.at
"""
REPORTS = """
    SELECT id, reporter, player, reason, match, at, settled FROM report
    WHERE settled IS NULL OR ? ORDER BY id DESC LIMIT ?
"""
SETTLE = "UPDATE report SET settled = ? WHERE id = ? AND settled IS NULL RETURNING id"


class SqliteModerationStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_players(self, text: str, limit: int) -> tuple[FoundPlayer, ...]:
        rows = await self._database.select(FIND, text, limit)
        return tuple(FoundPlayer(Account(*row[:4]), row[4]) for row in rows)

    async def ban(self, player_id: str, reason: str) -> None:
        await self._execute("INSERT OR REPLACE INTO ban (player, reason) VALUES (?, ?)", player_id, reason)

    async def unban(self, player_id: str) -> None:
        await self._execute("DELETE FROM ban WHERE player = ?", player_id)

    async def is_banned(self, player_id: str) -> bool:
        return bool(await self._database.select("SELECT 1 FROM ban WHERE player = ?", player_id))

    async def add_report(self, report: NewReport) -> None:
        bindings = (report.reporter, report.player, report.reason, report.match_id, report.at)
        await self._execute(ADD_REPORT, *bindings)

    async def reports(self, *, settled: bool, limit: int) -> tuple[Report, ...]:
        return tuple(Report(*row) for row in await self._database.select(REPORTS, int(settled), limit))

    async def settle_report(self, report_id: int, note: str) -> bool:
        rows = await self._database.write(lambda connection: connection.execute(SETTLE, (note, report_id)).fetchall())
        return bool(rows)

    async def note(self, entry: AuditEntry) -> None:
        statement = "INSERT INTO audit (at, action, arguments, result) VALUES (?, ?, ?, ?)"
        await self._execute(statement, entry.at, entry.action, entry.arguments, entry.result)

    async def audit_log(self, limit: int) -> tuple[AuditEntry, ...]:
        query = "SELECT at, action, arguments, result FROM audit ORDER BY id DESC LIMIT ?"
        return tuple(AuditEntry(*row) for row in await self._database.select(query, limit))

    async def _execute(self, statement: str, *bindings: str | int | None) -> None:
        await self._database.write(lambda connection: connection.execute(statement, bindings).fetchall())
