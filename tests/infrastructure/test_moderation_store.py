"""What every `ModerationStore` must do."""

from __future__ import annotations

from dataclasses import replace

import pytest
import pytest_asyncio
from tests.infrastructure.implementations import Stores

from damero.application.ports import Account, AuditEntry, ModerationStore, NewReport

pytestmark = pytest.mark.asyncio

ANA = Account("ana-1", "Ana", "hash of her password", 1_000)
BEN = Account("ben-2", "Ben", None, 2_000)
REPORT = NewReport("ana-1", "ben-2", "insults", None, 5)


@pytest_asyncio.fixture
async def moderation(stores: Stores) -> ModerationStore:
    for player in (ANA, BEN):
        await stores.players.add_player(player)
    return stores.moderation


async def found(moderation: ModerationStore, text: str, limit: int = 10) -> list[tuple[Account, str | None]]:
    return [(one.account, one.ban) for one in await moderation.find_players(text, limit)]


async def test_players_are_found_by_a_part_of_the_name_or_id_newest_first(moderation: ModerationStore) -> None:
    assert await found(moderation, "") == [(BEN, None), (ANA, None)]
    assert await found(moderation, "", limit=1) == [(BEN, None)]
    assert await found(moderation, "aN") == await found(moderation, "a-1") == [(ANA, None)]
    assert await found(moderation, "%") == await found(moderation, "_") == []


async def test_a_ban_holds_with_its_latest_reason_until_it_is_lifted(moderation: ModerationStore) -> None:
    await moderation.ban("ben-2", "cheating")
    await moderation.ban("ben-2", "insults")
    assert await found(moderation, "ben") == [(BEN, "insults")]
    assert (await moderation.is_banned("ben-2"), await moderation.is_banned("ana-1")) == (True, False)
    await moderation.unban("ben-2")
    assert not await moderation.is_banned("ben-2")


async def test_reports_are_open_until_they_are_settled_once(moderation: ModerationStore) -> None:
    for report in (
        REPORT,
        replace(REPORT, reporter="ben-2", player="ana-1", at=6),
        replace(REPORT, reason="more", at=7),
    ):
        await moderation.add_report(report)
    mutual, renewed = await moderation.reports(settled=False, limit=10)
    assert (mutual.reporter, renewed.reason, renewed.at, renewed.settled) == ("ben-2", "more", 7, None)
    assert await moderation.settle_report(renewed.id, "warned")
    assert not await moderation.settle_report(renewed.id, "again")
    assert not await moderation.settle_report(10**6, "nothing")
    assert await moderation.reports(settled=False, limit=10) == (mutual,)
    assert await moderation.reports(settled=True, limit=10) == (mutual, replace(renewed, settled="warned"))
    await moderation.add_report(REPORT)
    assert len(await moderation.reports(settled=False, limit=10)) == 2
    assert len(await moderation.reports(settled=True, limit=2)) == 2


async def test_what_administrators_did_is_listed_newest_first(moderation: ModerationStore) -> None:
    entries = [AuditEntry(number, "ban", f"player {number}", "done") for number in range(3)]
    for entry in entries:
        await moderation.note(entry)
    assert await moderation.audit_log(2) == (entries[2], entries[1])
