from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from tests.application.fixtures import ANA, RecordedTimers, begin, create, current, play, turn

from damero.application.commands import Listing, ListMatches
from damero.application.expire import MATCH_WAITS, expire
from damero.application.flag_timeout import flag_timeout
from damero.application.resume import resume
from damero.application.services import Services
from damero.domain.clock import fischer
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio

MINUTE = 60_000
DAMAGES = {
    "unknown kind": "UPDATE event SET kind = 'Nonsense' WHERE match = ?1 AND seq = 3",
    "not JSON": "UPDATE event SET body = x'ff' WHERE match = ?1 AND seq = 3",
    "another type": "UPDATE event SET body = CAST('{}' AS BLOB) WHERE match = ?1 AND seq = 3",
    "missing": "DELETE FROM event WHERE match = ?1 AND seq = 1",
    "impossible": "UPDATE event SET body = CAST(replace(body, '21-17', '1-50') AS BLOB) WHERE match = ?1",
}


async def three_games(services: Services) -> list[str]:
    """Games with running clocks, none of them in memory."""
    games = [await begin(services, control=fischer(MINUTE), command_id=f"create {number}") for number in range(3)]
    for match_id in games:
        await play(services, match_id, "21-17", "9-13")
    services.live_matches.clear()
    return games


def damage(folder: Path, statement: str, match_id: str) -> None:
    connection = apsw.Connection(str(folder / "services.sqlite"))
    connection.execute(statement, (match_id,))
    connection.close()


def timers(services: Services) -> dict[str, int | None]:
    assert isinstance(services.timers, RecordedTimers)
    return services.timers.at


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
async def test_a_damaged_match_does_not_stop_the_clocks_of_the_others(
    services: Services, tmp_path: Path, statement: str
) -> None:
    first, damaged, last = await three_games(services)
    damage(tmp_path, statement, damaged)
    timers(services).clear()
    await resume(services)
    assert timers(services).keys() == {first, last}
    assert services.matches.unreadable.keys() == {damaged}
    with pytest.raises(MatchRefusal) as refused:
        await services.live_match(damaged)
    assert refused.value.code == "UNREADABLE_MATCH"
    turn(services, 2 * MINUTE)
    for match_id in (first, damaged, last):
        await flag_timeout(services, match_id)
    assert [(await current(services, match_id)).status for match_id in (first, last)] == [Status.FINISHED] * 2


async def test_a_damaged_match_does_not_keep_others_from_expiring(services: Services, tmp_path: Path) -> None:
    waiting = [await create(services, access=Access.LOBBY, command_id=f"create {number}") for number in range(3)]
    services.live_matches.clear()
    damage(tmp_path, "UPDATE event SET body = x'ff' WHERE match = ?1", waiting[0])
    turn(services, MATCH_WAITS + MINUTE)
    await expire(services, 0)
    assert [(await current(services, match_id)).status for match_id in waiting[1:]] == [Status.ABORTED] * 2


async def test_a_damaged_summary_is_left_out_of_lists(services: Services, tmp_path: Path) -> None:
    first, damaged = [await create(services, command_id=f"create {number}") for number in range(2)]
    damage(tmp_path, "UPDATE match SET summary = x'ff' WHERE id = ?1", damaged)
    listed = await services.matches.list(ListMatches(listing=Listing.MINE, player_id=ANA.id))
    assert [summary.id for summary in listed] == [first]
    assert services.matches.unreadable.keys() == {damaged}
