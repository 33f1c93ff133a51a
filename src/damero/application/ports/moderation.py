"""Bans, reports and the audit log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from damero.application.ports.players import Account


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    account: Account
    ban: str | None
    """Why the player is banned."""


@dataclass(frozen=True, slots=True)
class NewReport:
    reporter: str
    player: str
    reason: str
    match_id: str | None
    at: int
    """By the wall clock."""


@dataclass(frozen=True, slots=True)
class Report:
    id: int
    reporter: str
    player: str
    reason: str
    match_id: str | None
    at: int
    settled: str | None
    """The administrator's note; None while the report is open."""

    @property
    def at_text(self) -> str:
        return _date(self.at)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What an administrator did, when (by the wall clock), and with which result."""

    at: int
    action: str
    arguments: str
    result: str

    @property
    def at_text(self) -> str:
        return _date(self.at)


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


class ModerationStore(Protocol):
    """Bans, reports, and the log of what administrators did. Lists are newest first."""

    async def find_players(self, text: str, limit: int) -> tuple[FoundPlayer, ...]:
        """Those whose name or id contains the text."""

    async def ban(self, player_id: str, reason: str) -> None: ...

    async def unban(self, player_id: str) -> None: ...

    async def is_banned(self, player_id: str) -> bool: ...

    async def add_report(self, report: NewReport) -> None:
        """Replaces an open report of the same player by the same reporter."""

    async def reports(self, *, settled: bool, limit: int) -> tuple[Report, ...]:
        """The open ones, or all."""

    async def settle_report(self, report_id: int, note: str) -> bool:
        """Whether there was such an open report."""

    async def note(self, entry: AuditEntry) -> None: ...

    async def audit_log(self, limit: int) -> tuple[AuditEntry, ...]: ...
